import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * Returns true once the data of the page has appeared. Code that the page can do without loads from
 * then on, so that it does not delay the data on a slow connection.
 */
export function useHasFirstData(): boolean {
  const isFetching = useIsFetching() > 0
  const [hasFirstData, setHasFirstData] = useState(false)
  useEffect(
    function recordFirstData() {
      if (!isFetching) setHasFirstData(true)
    },
    [isFetching],
  )
  return hasFirstData
}
