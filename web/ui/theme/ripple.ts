const durationMs = 500
const buttonSelector = 'button, [role="button"], .mantine-Button-root, .mantine-ActionIcon-root'

/** A wave from the point of the click on every button, for 500 ms; none for people who asked for less motion. */
export function startRipple() {
  const handleClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest(buttonSelector) : null
    if (!(button instanceof HTMLElement) || button.matches(':disabled, [data-disabled]')) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    showRipple(button, event)
  }
  // Before the page's own handlers: one of them may stop the event, or take the button away.
  document.addEventListener('click', handleClick, true)
  return () => document.removeEventListener('click', handleClick, true)
}

function showRipple(button: HTMLElement, { clientX, clientY, detail }: MouseEvent) {
  const buttonRect = button.getBoundingClientRect()
  // Pressed by a key, there is no point of the click.
  const [x, y] =
    detail === 0
      ? [buttonRect.width / 2, buttonRect.height / 2]
      : [clientX - buttonRect.left, clientY - buttonRect.top]
  const radius = Math.hypot(Math.max(x, buttonRect.width - x), Math.max(y, buttonRect.height - y))
  const frame = document.createElement('span')
  frame.className = 'sw-ripple'
  frame.setAttribute('aria-hidden', 'true')
  const wave = document.createElement('span')
  wave.className = 'sw-wave'
  wave.style.cssText = `left:${x - radius}px;top:${y - radius}px;width:${radius * 2}px;height:${radius * 2}px`
  frame.append(wave)
  const isStaticPosition = getComputedStyle(button).position === 'static'
  if (isStaticPosition) button.style.position = 'relative'
  button.append(frame)
  setTimeout(() => {
    frame.remove()
    if (isStaticPosition && !button.querySelector('.sw-ripple')) button.style.position = ''
  }, durationMs)
}
