import type { QueryClient } from '@tanstack/react-query'

/** Fetches what a page will ask first. A page carries it as `Page.warm`, so that it lies in the page's own chunk. */
export type Warm = (to: {
  client: QueryClient
  id: string
  search: URLSearchParams
}) => Promise<unknown>

/** So long a pointer rests on what it means, and no shorter on what it only passes. */
const rest = 65

/**
 * Tells which page somebody is about to open: its link, or the row that the link opens, is pointed at, has the focus, or
 * is being pressed. Nothing is told to people who save data.
 */
export function watchIntent(tell: (to: URL) => void): () => void {
  if (isSavingData()) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let meant: Element | undefined
  const later = ({ target }: Event) => {
    const link = linkAt(target)
    if (link === meant) return
    clearTimeout(timer)
    meant = link
    if (link) timer = setTimeout(() => tell(new URL(link.href)), rest)
  }
  const now = ({ target }: Event) => {
    const link = linkAt(target)
    if (link) tell(new URL(link.href))
  }
  const leave = new AbortController()
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, later, { signal: leave.signal, passive: true })
  for (const type of ['touchstart', 'pointerdown'])
    document.addEventListener(type, now, { signal: leave.signal, passive: true })
  return () => {
    clearTimeout(timer)
    leave.abort()
  }
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  if (!(target instanceof Element)) return undefined
  const link = target.closest('a[href]') ?? target.closest('tr')?.querySelector('a[href]')
  const isHere =
    link instanceof HTMLAnchorElement &&
    link.origin === location.origin &&
    !link.target &&
    !link.hasAttribute('download')
  return isHere && link.pathname !== location.pathname ? link : undefined
}

function isSavingData(): boolean {
  // Only some browsers have it, and the DOM types do not.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
