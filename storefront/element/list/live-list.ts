import { announce } from '../announce.ts'
import { parsePage } from '../load-styles.ts'
import { nextPaint } from '../next-paint.ts'
import { findClickedLink } from '../plain-click.ts'
import { openFilters } from './filter-drawer.ts'

// Filters, sorts and extends a list of products without loading its page again. Each state of the
// list has the URL of a page that shows it without scripts.

type ShownPages = {
  /** The first page of a list whose next pages were added. */
  from?: number
  /** The scroll position when the shopper left the page. */
  top?: number
}

const findList = (root: Document = document) => root.querySelector<HTMLElement>('.list')
const getPath = () => location.pathname + location.search
const getPage = (url: string) => Number(new URL(url).searchParams.get('page') ?? 1)
const getState = (): ShownPages => history.state ?? {}
let shownPath = getPath()
let pendingRequest: AbortController | undefined

document.addEventListener('change', ({ target }) => {
  if (target instanceof Element) target.closest<HTMLFormElement>('.list form')?.requestSubmit()
})

document.addEventListener('submit', event => {
  const form = event.target
  if (!(form instanceof HTMLFormElement && form.matches('.filter-form, .sort-form'))) return
  if (event.defaultPrevented) return
  event.preventDefault()
  void goTo(toUrl(form))
})

document.addEventListener('click', event => {
  const summary = event.target instanceof Element && event.target.closest('.filters > summary')
  if (summary && openFilters(summary)) return event.preventDefault()
  const link = findClickedLink(event, '.list-content a')
  if (!link || event.defaultPrevented) return
  if (link.matches('.list-more')) void addPage(link)
  else if (link.closest('.chips, .pager, .empty')) void goTo(link.href, true)
  else return keepPosition()
  event.preventDefault()
})

if (findList()) {
  addEventListener('popstate', () => {
    if (getPath() !== shownPath) void show(location.href).then(restorePages)
  })
  void restorePages()
}

/** Stores the position. The browser would restore it before all pages are shown again. */
function keepPosition() {
  const state = getState()
  if (state.from !== undefined) history.scrollRestoration = 'manual'
  history.replaceState({ ...state, top: scrollY }, '')
}

/** Returns the URL that the browser would load, without fields that are empty. */
function toUrl(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  const url = new URL(form.action)
  url.search = new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return url.href
}

async function goTo(url: string, isFocusMoved = false) {
  if (url === location.href || !(await show(url))) return
  history.pushState(null, '', url)
  shownPath = getPath()
  const content = document.querySelector<HTMLElement>('.list-content')
  if (content && content.getBoundingClientRect().top < 0) content.scrollIntoView()
  if (!isFocusMoved || !content) return
  content.tabIndex = -1
  content.focus({ preventScroll: true })
}

/** Loads the list at a URL. A page without it, such as that of an error, opens instead. */
async function load(url: string): Promise<HTMLElement | undefined> {
  pendingRequest?.abort()
  const request = new AbortController()
  const { signal } = request
  pendingRequest = request
  try {
    // The pressed control is painted first, because a slow phone needs as long to dim the list.
    const [page] = await Promise.all([
      fetch(url, { signal }).then(parsePage),
      nextPaint().then(() => findList()?.setAttribute('aria-busy', 'true')),
    ])
    const list = findList(page)
    if (signal.aborted) return
    findList()?.removeAttribute('aria-busy')
    if (list) return list
  } catch {
    // A newer request aborts this one.
    if (signal.aborted) return
  }
  location.assign(url)
}

async function show(url: string): Promise<boolean> {
  const list = await load(url)
  if (!list) return false
  shownPath = getPath()
  const isSortFocused = document.activeElement?.matches('.sort-form select')
  for (const selector of ['.list-content', '.filters > summary'])
    document.querySelector(selector)?.replaceWith(...list.querySelectorAll(selector))
  if (isSortFocused) document.querySelector<HTMLElement>('.sort-form select')?.focus()
  const form = document.querySelector<HTMLFormElement>('.filter-form')
  const next = list.querySelector<HTMLFormElement>('.filter-form')
  if (form && next) replaceFields(form, next)
  announceCount()
  return true
}

const announceCount = () => announce(document.querySelector('.list-count')?.textContent ?? '')

/** Keeps the focus and the open values of the filters. */
function replaceFields(form: HTMLFormElement, next: HTMLFormElement) {
  const focusedElement = document.activeElement
  const getLegend = (details: Element) => details.closest('.filter')?.firstChild?.textContent
  const openLegends = [...form.querySelectorAll('details[open]')].map(getLegend)
  form.replaceChildren(...next.childNodes)
  for (const details of form.querySelectorAll('details'))
    if (openLegends.includes(getLegend(details))) details.open = true
  for (const field of form.querySelectorAll('input'))
    if (
      focusedElement instanceof HTMLInputElement &&
      field.name === focusedElement.name &&
      (field.type !== 'checkbox' || field.value === focusedElement.value)
    )
      field.focus({ preventScroll: true })
}

/** Adds the next page below the last product. The URL becomes that of the last page. */
async function addPage(link: HTMLAnchorElement) {
  const list = await load(link.href)
  const grid = document.querySelector('.list-content .grid')
  const cards = list?.querySelectorAll('.list-content .grid > li')
  if (!list || !grid || !cards) return
  grid.append(...cards)
  document.querySelector('.list-pages')?.replaceWith(...list.querySelectorAll('.list-pages'))
  const { from = getPage(location.href) } = getState()
  history.replaceState({ from }, '', link.href)
  shownPath = getPath()
  announceCount()
  cards[0]?.querySelector('a')?.focus({ preventScroll: true })
}

/** Adds the pages before the last one again, after the shopper has come back from another page. */
async function restorePages() {
  const { from, top } = getState()
  const grid = document.querySelector('.list-content .grid')
  const last = getPage(location.href)
  if (!grid || from === undefined || from >= last) return
  const pages = await Promise.all(
    Array.from({ length: last - from }, async (_, index) => {
      const url = new URL(location.href)
      url.searchParams.set('page', String(from + index))
      const page = await parsePage(await fetch(url))
      return [...page.querySelectorAll('.list .grid > li')]
    }),
  )
  grid.prepend(...pages.flat())
  if (top !== undefined) scrollTo({ top, behavior: 'instant' })
  history.scrollRestoration = 'auto'
}
