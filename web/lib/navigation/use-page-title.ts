import { useEffect, useState } from 'react'

const suffix = ' · Storewright'
const readTitle = () =>
  document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : ''

/**
 * Returns the title of the page, or '' while the page loads. Pages set `document.title` themselves.
 */
export function usePageTitle(): string {
  const [title, setTitle] = useState(readTitle)
  useEffect(function watchTitle() {
    setTitle(readTitle())
    const observer = new MutationObserver(() => setTitle(readTitle()))
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return title
}
