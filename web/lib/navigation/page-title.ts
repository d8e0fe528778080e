import { useEffect, useState } from 'react'

const suffix = ' · Storewright'
const titleNow = () =>
  document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : ''

/** What the page calls itself; '' while it is on its way. Pages set their own title, so this one watches it. */
export function usePageTitle(): string {
  const [title, setTitle] = useState(titleNow)
  useEffect(() => {
    setTitle(titleNow())
    const watcher = new MutationObserver(() => setTitle(titleNow()))
    watcher.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => watcher.disconnect()
  }, [])
  return title
}
