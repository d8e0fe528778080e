import type { QueryClient } from '@tanstack/react-query'

/** Fetches what a page will ask first. A page carries it as `Page.prefetch`, so that it lies in the page's own chunk. */
export type Prefetch = (to: {
  client: QueryClient
  id: string
  search: URLSearchParams
}) => Promise<unknown>

/** So long a pointer rests on what it means, and no shorter on what it only passes. */
const hoverDelayMs = 65

/**
 * Tells which page somebody is about to open: its link, or the row that the link opens, is pointed at, has the focus, or
 * is being pressed. Nothing is told to people who save data.
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
  // Only some browsers have it, and the DOM types do not.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
