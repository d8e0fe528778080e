import { useEffect, useState } from 'react'

const suffix = ' · Storewright'
const readTitle = () =>
  document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : ''

/** What the page calls itself; '' while it is on its way. Pages set their own title, so this one watches it. */
export function usePageTitle(): string {
  const [title, setTitle] = useState(readTitle)
  useEffect(() => {
    setTitle(readTitle())
    const observer = new MutationObserver(() => setTitle(readTitle()))
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return title
}
