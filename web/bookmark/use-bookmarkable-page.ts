import { useLocation } from 'react-router'
import { usePageTitle } from '../lib/navigation/use-page-title.ts'

/** Query parameters that a bookmark leaves out: the position in a list and an open drawer. */
const transientParams = new Set(['page', 'after', 'edit'])

function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Returns the path to bookmark, with sorted query parameters, so that the same list is one
 * bookmark.
 */
export function getBookmarkPath({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string {
  const params = [...new URLSearchParams(search)]
    .filter(([key]) => !transientParams.has(key))
    .sort(([a], [b]) => compareStrings(a, b))
  const query = new URLSearchParams(params).toString()
  return query ? `${pathname}?${query}` : pathname
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
/** Returns `toShip` as "to ship". */
const splitWords = (value: string) =>
  value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_,]/g, ' ')
    .toLowerCase()

/** Returns a title that distinguishes two searches of one list. The user can change it. */
function getBookmarkTitle(title: string, path: string): string {
  const params = new URLSearchParams(path.split('?')[1] ?? '')
  const values = [...params]
    .filter(([key, value]) => key !== 'sort' && key !== 'perPage' && !idPattern.test(value))
    .map(([key, value]) => (key === 'q' ? `“${value}”` : splitWords(value)))
  return [title, ...values].join(' · ').slice(0, 120)
}

/**
 * Returns path and title of the current page as a bookmark. The title is empty while it loads.
 */
export function useBookmarkablePage(): { path: string; title: string } {
  const path = getBookmarkPath(useLocation())
  const title = usePageTitle()
  return { path, title: title && getBookmarkTitle(title, path) }
}
