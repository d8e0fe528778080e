import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The state of a list at the moment the user opened one of its rows. */
type ListScrollPosition = { search: string; row: string; to: string; y: number }

const storageKey = (path: string) => `list-position ${path}`

function loadScrollPosition(path: string): ListScrollPosition | undefined {
  try {
    const json = sessionStorage.getItem(storageKey(path))
    // Only `useSaveListPosition` writes under this key.
    return json === null ? undefined : (JSON.parse(json) as ListScrollPosition)
  } catch {
    return undefined
  }
}

/** Returns a function that stores the position in the list when the user opens a row. */
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

const returnState = { isReturn: true }

/** Returns link properties that restore the filters and page from which this row was opened. */
export function useBackLink(to: string) {
  const { pathname } = useLocation()
  const position = loadScrollPosition(to)
  return position?.to === pathname ? { to: to + position.search, state: returnState } : { to }
}

/**
 * Returns the row that the user opened from this list, when they return to it by any means. Reads
 * the stored position once, when the list appears, then scrolls to the row and focuses it.
 */
export function useReturnedRow(isReady: boolean): string | undefined {
  const { pathname, search, state } = useLocation()
  const type = useNavigationType()
  const [position] = useState(() => {
    const storedPosition = loadScrollPosition(pathname)
    const isReturn =
      type === 'POP' || (typeof state === 'object' && state !== null && 'isReturn' in state)
    return isReturn && storedPosition?.search === search ? storedPosition : undefined
  })
  useEffect(
    function restoreScroll() {
      if (!isReady || !position) return
      sessionStorage.removeItem(storageKey(pathname))
      const link = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(position.row)}"] a`)
      if (!link) return
      window.scrollTo({ top: position.y, behavior: 'instant' })
      const { top, bottom } = link.getBoundingClientRect()
      // A change to the row can have moved it in the list.
      if (top < 130 || bottom > window.innerHeight - 20)
        link.scrollIntoView({ block: 'center', behavior: 'instant' })
      link.focus({ preventScroll: true })
    },
    [isReady, position, pathname],
  )
  return position?.row
}
