import { useEffect, useState } from 'react'

const given = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/**
 * The secret of a link from a mail. It is taken out of the address bar at once: it must not be in the history, in a
 * bookmark, or on the screen of somebody who shares theirs.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(given)
  useEffect(function takeFromAddress() {
    const take = () => {
      if (given() === '') return
      setToken(given())
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    // Opened where this page is already shown, a link loads nothing anew.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
