import { useLocation } from 'react-router'
import { usePageTitle } from '../lib/navigation/use-page-title.ts'

/** Where in a list one has got to is no part of the page that is pinned, nor what is open beside it. */
const transientParams = new Set(['page', 'after', 'edit'])

/** The address under which a page is pinned: its query in a fixed order, so that the same rows are the same page. */
export function bookmarkAddress({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string {
  const params = [...new URLSearchParams(search)]
    .filter(([key]) => !transientParams.has(key))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const query = new URLSearchParams(params).toString()
  return query ? `${pathname}?${query}` : pathname
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
/** `toShip` as "to ship". */
const splitWords = (value: string) =>
  value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_,]/g, ' ')
    .toLowerCase()

/** Tells two pinned searches of one list apart. People can call them something better. */
function bookmarkTitle(title: string, address: string): string {
  const params = new URLSearchParams(address.split('?')[1] ?? '')
  const values = [...params]
    .filter(([key, value]) => key !== 'sort' && key !== 'perPage' && !idPattern.test(value))
    .map(([key, value]) => (key === 'q' ? `“${value}”` : splitWords(value)))
  return [title, ...values].join(' · ').slice(0, 120)
}

/** The page that one is on as it would be pinned; no title while it is on its way. */
export function useBookmarkablePage(): { address: string; title: string } {
  const address = bookmarkAddress(useLocation())
  const title = usePageTitle()
  return { address, title: title && bookmarkTitle(title, address) }
}
