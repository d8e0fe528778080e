import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where somebody was in a list when they opened one of its rows. */
type Place = { search: string; row: string; to: string; y: number }

const keyOf = (path: string) => `place ${path}`

function readPlace(path: string): Place | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(path))
    // Only `useLeaveList` writes under this key.
    return kept === null ? undefined : (JSON.parse(kept) as Place)
  } catch {
    return undefined
  }
}

/** Remembers where somebody leaves a list to look at one of its rows. */
export function useLeaveList() {
  const { pathname, search } = useLocation()
  return useCallback(
    (row: string, to: string) =>
      sessionStorage.setItem(
        keyOf(pathname),
        JSON.stringify({ search, row, to, y: window.scrollY } satisfies Place),
      ),
    [pathname, search],
  )
}

const cameBack = { cameBack: true }

/** What the way back to a list is given: the filters and page that this row was opened from, if it was. */
export function useWayBack(to: string) {
  const { pathname } = useLocation()
  const place = readPlace(to)
  return place?.to === pathname ? { to: to + place.search, state: cameBack } : { to }
}

/** The row that was opened from here, for somebody who comes back by whatever way; looked up once, when the list appears. */
export function useRowCameFrom(isReady: boolean): string | undefined {
  const { pathname, search, state } = useLocation()
  const type = useNavigationType()
  const [place] = useState(() => {
    const kept = readPlace(pathname)
    const isReturn =
      type === 'POP' || (typeof state === 'object' && state !== null && 'cameBack' in state)
    return isReturn && kept?.search === search ? kept : undefined
  })
  useEffect(
    function backToRow() {
      if (!isReady || !place) return
      sessionStorage.removeItem(keyOf(pathname))
      const link = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(place.row)}"] a`)
      if (!link) return
      window.scrollTo({ top: place.y, behavior: 'instant' })
      const { top, bottom } = link.getBoundingClientRect()
      // The row may stand elsewhere than it did: what was changed in it can have moved it.
      if (top < 130 || bottom > window.innerHeight - 20)
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
      link.focus({ preventScroll: true })
    },
    [isReady, place, pathname],
  )
  return place?.row
}
