// Shows the messages of the announcement one after the other, unless the shopper wants less motion, and
// hides an announcement that the shopper closed until the browser tab is closed. A new text is shown
// again.
import { readTabItem, storeTabItem } from './tab-storage.ts'

const storageKey = 'closed-announcement'
const messageMs = 6000
const listBars = () => document.querySelectorAll<HTMLElement>('.announcement')
let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches

function showNextMessages() {
  for (const bar of listBars()) {
    const current = bar.querySelector('[data-current]')
    const next = current?.nextElementSibling ?? current?.parentElement?.firstElementChild
    if (isPaused || !current || !next || bar.matches(':hover, :focus-within')) continue
    current.removeAttribute('data-current')
    next.setAttribute('data-current', '')
  }
}

for (const bar of listBars())
  if (bar.querySelector('.announcement-close') && readTabItem(storageKey) === bar.textContent)
    bar.hidden = true
setInterval(showNextMessages, messageMs)

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.announcement button') : null
  const announcement = button?.closest<HTMLElement>('.announcement')
  if (!button || !announcement) return
  if (button.matches('.announcement-pause')) {
    isPaused = !isPaused
    for (const pause of document.querySelectorAll('.announcement-pause'))
      pause.setAttribute('aria-pressed', String(isPaused))
    return
  }
  // All bars have the same messages.
  for (const bar of listBars()) bar.hidden = true
  storeTabItem(storageKey, announcement.textContent)
  // The button with the focus is gone. The next link receives it.
  document.querySelector<HTMLElement>('.brand')?.focus({ preventScroll: true })
})
