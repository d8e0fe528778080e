import { useEffect, useState } from 'react'

// The secret of a link, while somebody logs in to use it. Kept in memory alone: the link of the mail stays good.
let kept = { page: '', token: '' }

export function keepLinkToken(page: string, token: string) {
  kept = { page, token }
}

const given = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/**
 * The secret of a link from a mail. It is taken out of the address bar at once: it must not be in the history, in a
 * bookmark, or on the screen of somebody who shares theirs. With a page it may be one that was kept for it.
 */
export function useLinkToken(page = ''): string {
  const [token, setToken] = useState(() => given() || (kept.page === page ? kept.token : ''))
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

/** For the page that is using a link: the next time it is opened it is about another one, or none. */
export function useForgetLinkToken() {
  useEffect(() => keepLinkToken('', ''), [])
}
