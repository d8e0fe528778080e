/** Returns the link of a click that a browser would open in the same tab. */
export function findClickedLink(event: MouseEvent, selector: string): HTMLAnchorElement | null {
  const isPlain =
    event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  return isPlain && event.target instanceof Element
    ? event.target.closest<HTMLAnchorElement>(selector)
    : null
}
