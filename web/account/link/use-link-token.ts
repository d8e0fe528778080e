import { useEffect, useState } from 'react'

// The token of a link while the user logs in to use it. Kept only in memory, because the user can
// open the link in the email again.
let storedLink = { page: '', token: '' }

export function storeLinkToken(page: string, token: string) {
  storedLink = { page, token }
}

const readTokenFromUrl = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/**
 * Returns the token of a link from an email, or the token stored for `page`. Removes the token from
 * the address bar at once, so that it does not appear in the history, in a bookmark or in a shared
 * screen.
 */
export function useLinkToken(page = ''): string {
  const [token, setToken] = useState(
    () => readTokenFromUrl() || (storedLink.page === page ? storedLink.token : ''),
  )
  useEffect(function moveTokenOutOfUrl() {
    const captureToken = () => {
      if (readTokenFromUrl() === '') return
      setToken(readTokenFromUrl())
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    captureToken()
    // A link to the page that is already open changes only the hash and does not reload.
    window.addEventListener('hashchange', captureToken)
    return () => window.removeEventListener('hashchange', captureToken)
  }, [])
  return token
}

/**
 * Clears the stored token when a page uses its link, so that the page does not use the link again.
 */
export function useClearLinkToken() {
  useEffect(() => storeLinkToken('', ''), [])
}
