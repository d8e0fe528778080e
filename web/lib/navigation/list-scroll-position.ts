import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where somebody was in a list when they opened one of its rows. */
type ListScrollPosition = { search: string; row: string; to: string; y: number }

const storageKey = (path: string) => `place ${path}`

function loadScrollPosition(path: string): ListScrollPosition | undefined {
  try {
    const stored = sessionStorage.getItem(storageKey(path))
    // Only `useLeaveList` writes under this key.
    return stored === null ? undefined : (JSON.parse(stored) as ListScrollPosition)
  } catch {
    return undefined
  }
}

/** Remembers where somebody leaves a list to look at one of its rows. */
export function useSaveListPosition() {
  const { pathname, search } = useLocation()
  return useCallback(
    (row: string, to: string) =>
      sessionStorage.setItem(
        storageKey(pathname),
        JSON.stringify({ search, row, to, y: window.scrollY } satisfies ListScrollPosition),
      ),
    [pathname, search],
  )
}

const returnState = { cameBack: true }

/** What the way back to a list is given: the filters and page that this row was opened from, if it was. */
export function useBackLink(to: string) {
  const { pathname } = useLocation()
  const position = loadScrollPosition(to)
  return position?.to === pathname ? { to: to + position.search, state: returnState } : { to }
}

/** The row that was opened from here, for somebody who comes back by whatever way; looked up once, when the list appears. */
export function useReturnedRow(isReady: boolean): string | undefined {
  const { pathname, search, state } = useLocation()
  const type = useNavigationType()
  const [position] = useState(() => {
    const stored = loadScrollPosition(pathname)
    const isReturn =
      type === 'POP' || (typeof state === 'object' && state !== null && 'cameBack' in state)
    return isReturn && stored?.search === search ? stored : undefined
  })
  useEffect(
    function restoreScroll() {
      if (!isReady || !position) return
      sessionStorage.removeItem(storageKey(pathname))
      const link = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(position.row)}"] a`)
      if (!link) return
      window.scrollTo({ top: position.y, behavior: 'instant' })
      const { top, bottom } = link.getBoundingClientRect()
      // The row may stand elsewhere than it did: what was changed in it can have moved it.
      if (top < 130 || bottom > window.innerHeight - 20)
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
      link.focus({ preventScroll: true })
    },
    [isReady, position, pathname],
  )
  return position?.row
}
