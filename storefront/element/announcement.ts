// Hides an announcement that the shopper closed until the browser tab is closed. A new text is shown
// again.
import { readTabItem, storeTabItem } from './tab-storage.ts'

const storageKey = 'closed-announcement'
const announcement = document.querySelector<HTMLElement>('.announcement:has(button)')

if (announcement && readTabItem(storageKey) === announcement.textContent) announcement.hidden = true

document.addEventListener('click', event => {
  if (!(event.target instanceof Element)) return
  const button = event.target.closest('.announcement button')
  const closed = button?.closest<HTMLElement>('.announcement')
  if (!closed) return
  closed.hidden = true
  storeTabItem(storageKey, closed.textContent)
  // The button with the focus is gone. The next link receives it.
  document.querySelector<HTMLElement>('.brand')?.focus({ preventScroll: true })
})
