import { useEffect, useState } from 'react'

// The secret of a link, while somebody logs in to use it. Kept in memory alone: the link of the mail stays good.
let storedLink = { page: '', token: '' }

export function storeLinkToken(page: string, token: string) {
  storedLink = { page, token }
}

const readTokenFromUrl = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/**
 * The secret of a link from a mail. It is taken out of the address bar at once: it must not be in the history, in a
 * bookmark, or on the screen of somebody who shares theirs. With a page it may be one that was kept for it.
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
    // Opened where this page is already shown, a link loads nothing anew.
    window.addEventListener('hashchange', captureToken)
    return () => window.removeEventListener('hashchange', captureToken)
  }, [])
  return token
}

/** For the page that is using a link: the next time it is opened it is about another one, or none. */
export function useClearLinkToken() {
  useEffect(() => storeLinkToken('', ''), [])
}
