import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

const intervalMs = 200

/** Renders its children once the page has loaded its data, so that they and their code do not delay it. */
export function AfterPageData({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let loadedCount = 0
    const timer = setInterval(() => {
      const hasData = document.querySelector('main h1') !== null && client.isFetching() === 0
      loadedCount = hasData ? loadedCount + 1 : 0
      // The second time, because data that has just arrived is not rendered yet.
      if (loadedCount < 2) return
      clearInterval(timer)
      setLoaded(true)
    }, intervalMs)
    return () => clearInterval(timer)
  }, [client])
  return isLoaded ? children : null
}
