const lifeMs = 500
const buttons = 'button, [role="button"], .mantine-Button-root, .mantine-ActionIcon-root'

/** A wave from the point of the click on every button, for 500 ms; none for people who asked for less motion. */
export function startRipple() {
  const start = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest(buttons) : null
    if (!(button instanceof HTMLElement) || button.matches(':disabled, [data-disabled]')) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    send(button, event)
  }
  // Before the page's own handlers: one of them may stop the event, or take the button away.
  document.addEventListener('click', start, true)
  return () => document.removeEventListener('click', start, true)
}

function send(button: HTMLElement, { clientX, clientY, detail }: MouseEvent) {
  const box = button.getBoundingClientRect()
  // Pressed by a key, there is no point of the click.
  const [x, y] =
    detail === 0 ? [box.width / 2, box.height / 2] : [clientX - box.left, clientY - box.top]
  const radius = Math.hypot(Math.max(x, box.width - x), Math.max(y, box.height - y))
  const frame = document.createElement('span')
  frame.className = 'sw-ripple'
  frame.setAttribute('aria-hidden', 'true')
  const wave = document.createElement('span')
  wave.className = 'sw-wave'
  wave.style.cssText = `left:${x - radius}px;top:${y - radius}px;width:${radius * 2}px;height:${radius * 2}px`
  frame.append(wave)
  const isLoose = getComputedStyle(button).position === 'static'
  if (isLoose) button.style.position = 'relative'
  button.append(frame)
  setTimeout(() => {
    frame.remove()
    if (isLoose && !button.querySelector('.sw-ripple')) button.style.position = ''
  }, lifeMs)
}
