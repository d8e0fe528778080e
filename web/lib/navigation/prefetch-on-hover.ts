import type { QueryClient } from '@tanstack/react-query'

/**
 * Fetches the first data of a page. A page exports it as `Page.prefetch`, so that it is part of the
 * chunk of the page.
 */
export type Prefetch = (to: {
  client: QueryClient
  id: string
  search: URLSearchParams
}) => Promise<unknown>

/** Distinguishes a pointer that rests on a link from one that passes over it. */
const hoverDelayMs = 65

/**
 * Calls `onIntent` with the page that the user will probably open: its link or table row is
 * hovered, focused or pressed. Does nothing when the browser saves data.
 *
 * @returns a function that removes the listeners
 */
export function prefetchOnHover(onIntent: (to: URL) => void): () => void {
  if (isSavingData()) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hoveredLink: Element | undefined
  const handleHover = ({ target }: Event) => {
    const link = findInternalLink(target)
    if (link === hoveredLink) return
    clearTimeout(timer)
    hoveredLink = link
    if (link) timer = setTimeout(() => onIntent(new URL(link.href)), hoverDelayMs)
  }
  const handlePress = ({ target }: Event) => {
    const link = findInternalLink(target)
    if (link) onIntent(new URL(link.href))
  }
  const listenerAbort = new AbortController()
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, handleHover, { signal: listenerAbort.signal, passive: true })
  for (const type of ['touchstart', 'pointerdown'])
    document.addEventListener(type, handlePress, { signal: listenerAbort.signal, passive: true })
  return () => {
    clearTimeout(timer)
    listenerAbort.abort()
  }
}

function findInternalLink(target: EventTarget | null): HTMLAnchorElement | undefined {
  if (!(target instanceof Element)) return undefined
  const link = target.closest('a[href]') ?? target.closest('tr')?.querySelector('a[href]')
  const isSameOriginPage =
    link instanceof HTMLAnchorElement &&
    link.origin === location.origin &&
    !link.target &&
    !link.hasAttribute('download')
  return isSameOriginPage && link.pathname !== location.pathname ? link : undefined
}

function isSavingData(): boolean {
  // Some browsers and the DOM types lack `connection`.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
