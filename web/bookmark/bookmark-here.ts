import { useLocation } from 'react-router'
import { usePageTitle } from '../lib/navigation/page-title.ts'

/** Where in a list one has got to is no part of the page that is pinned, nor what is open beside it. */
const passing = new Set(['page', 'after', 'edit'])

/** The address under which a page is pinned: its query in a fixed order, so that the same rows are the same page. */
export function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  const kept = [...new URLSearchParams(search)]
    .filter(([key]) => !passing.has(key))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const query = new URLSearchParams(kept).toString()
  return query ? `${pathname}?${query}` : pathname
}

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
/** `toShip` as "to ship". */
const spaced = (value: string) =>
  value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_,]/g, ' ')
    .toLowerCase()

/** Tells two pinned searches of one list apart. People can call them something better. */
function titleOf(title: string, address: string): string {
  const params = new URLSearchParams(address.split('?')[1] ?? '')
  const values = [...params]
    .filter(([key, value]) => key !== 'sort' && key !== 'perPage' && !isId.test(value))
    .map(([key, value]) => (key === 'q' ? `“${value}”` : spaced(value)))
  return [title, ...values].join(' · ').slice(0, 120)
}

/** The page that one is on as it would be pinned; no title while it is on its way. */
export function useHere(): { address: string; title: string } {
  const address = addressOf(useLocation())
  const title = usePageTitle()
  return { address, title: title && titleOf(title, address) }
}
