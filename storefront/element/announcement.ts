// Shows the messages of the announcement one after the other, unless the shopper wants less motion, and
// hides an announcement that the shopper closed until the browser tab is closed. A new text is shown
// again.
import { readTabItem, storeTabItem } from './tab-storage.ts'

const storageKey = 'closed-announcement'
const messageMs = 6000
const findBar = () => document.querySelector<HTMLElement>('.announcement')
let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches

function showNextMessage() {
  const current = findBar()?.querySelector('[data-current]')
  const next = current?.nextElementSibling ?? current?.parentElement?.firstElementChild
  if (isPaused || !current || !next || findBar()?.matches(':hover, :focus-within')) return
  current.removeAttribute('data-current')
  next.setAttribute('data-current', '')
}

const bar = findBar()
if (bar?.querySelector('.announcement-close') && readTabItem(storageKey) === bar.textContent)
  bar.hidden = true
setInterval(showNextMessage, messageMs)

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.announcement button') : null
  const announcement = button?.closest<HTMLElement>('.announcement')
  if (!button || !announcement) return
  if (button.matches('.announcement-pause')) {
    isPaused = !isPaused
    button.setAttribute('aria-pressed', String(isPaused))
    return
  }
  announcement.hidden = true
  storeTabItem(storageKey, announcement.textContent)
  // The button with the focus is gone. The next link receives it.
  document.querySelector<HTMLElement>('.brand')?.focus({ preventScroll: true })
})
