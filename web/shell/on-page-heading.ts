/** The previous page stays until the code of the next page has loaded. */
const delayMs = 200
const intervalMs = 50
const maxWaitMs = 10_000

/**
 * Calls `handle` with the heading of a new page as soon as it is on the page. A heading that
 * depends on data renders later than the URL changes. If the user presses a key or clicks in the
 * meantime, the focus stays with the user and `handle` isn't called. Returns a function that stops
 * waiting.
 */
export function onPageHeading(handle: (heading: HTMLElement) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const startedAt = Date.now()
  let timer = setTimeout(find, delayMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, () => stop.abort(), { signal })
  return () => stop.abort()

  function find() {
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]')
    if (heading) handle(heading)
    if (heading || Date.now() - startedAt > maxWaitMs) stop.abort()
    else timer = setTimeout(find, intervalMs)
  }
}
