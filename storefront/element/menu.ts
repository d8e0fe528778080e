// Panels of the menu open on hover, and close when the pointer or the focus leaves them. Escape closes
// them and the drawer. Without this script, a click opens and closes both.
const closeDelayMs = 200
const selector = '.menu details, .menu-toggle'

for (const panel of document.querySelectorAll<HTMLDetailsElement>('.menu details')) {
  let timer = 0
  const open = ({ pointerType }: PointerEvent, isOpen: boolean, delayMs: number) => {
    if (pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      panel.open = isOpen
    }, delayMs)
  }
  panel.addEventListener('pointerenter', event => open(event, true, closeDelayMs / 2))
  panel.addEventListener('pointerleave', event => open(event, false, closeDelayMs))
  // The pointer has opened the panel. A click follows the link of the entry.
  panel.querySelector('summary')?.addEventListener('click', event => {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'mouse' || !panel.open) return
    event.preventDefault()
    panel.querySelector('a')?.click()
  })
}

const closeMenus = (except: EventTarget | null) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(selector))
    if (!(except instanceof Node && menu.contains(except))) menu.open = false
}

document.addEventListener('keydown', ({ key }) => {
  const menu = document.querySelector<HTMLDetailsElement>(':is(.menu details, .menu-toggle)[open]')
  if (key !== 'Escape' || !menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
})
document.addEventListener('click', ({ target }) => closeMenus(target))
document.addEventListener('focusin', ({ target }) => closeMenus(target))
// The browser can show the page again as it was.
addEventListener('pagehide', () => closeMenus(null))
