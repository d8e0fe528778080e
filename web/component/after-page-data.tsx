import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

const intervalMs = 200

/** Renders its children once the page has loaded its data, so that they and their code do not delay it. */
export function AfterPageData({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.querySelector('main h1') || client.isFetching() > 0) return
      clearInterval(timer)
      setLoaded(true)
    }, intervalMs)
    return () => clearInterval(timer)
  }, [client])
  return isLoaded ? children : null
}
