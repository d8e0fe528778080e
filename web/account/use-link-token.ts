import { useEffect, useState } from 'react'

/**
 * The secret of a link from a mail. It is taken out of the address bar at once: it must not be in the history, in a
 * bookmark, or on the screen of somebody who shares theirs.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  useEffect(function clearAddress() {
    if (location.hash.includes('token=')) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return token
}
