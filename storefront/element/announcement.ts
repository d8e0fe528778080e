// Hides an announcement that the shopper closed until the browser tab is closed. A new text is shown
// again.
const storageKey = 'closed-announcement'
const announcement = document.querySelector<HTMLElement>('.announcement:has(button)')

if (announcement && readClosedText() === announcement.textContent) announcement.hidden = true

document.addEventListener('click', event => {
  if (!(event.target instanceof Element)) return
  const button = event.target.closest('.announcement button')
  const closed = button?.closest<HTMLElement>('.announcement')
  if (!closed) return
  closed.hidden = true
  storeClosedText(closed.textContent)
  // The button with the focus is gone. The next link receives it.
  document.querySelector<HTMLElement>('.brand')?.focus({ preventScroll: true })
})

/** Browsers can refuse access to their storage. */
function readClosedText(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function storeClosedText(text: string) {
  try {
    sessionStorage.setItem(storageKey, text)
  } catch {
    // The announcement is hidden on this page only.
  }
}
