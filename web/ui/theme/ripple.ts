const durationMs = 500
const buttonSelector = 'button, [role="button"], .mantine-Button-root, .mantine-ActionIcon-root'

/**
 * Shows a ripple effect on clicked buttons, except for users who prefer reduced motion. Returns a
 * function that removes the effect.
 */
export function startRipple() {
  const handleClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest(buttonSelector) : null
    if (!(button instanceof HTMLElement) || button.matches(':disabled, [data-disabled]')) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    showRipple(button, event)
  }
  // The capture phase runs before the handlers of the page, which can stop the event or remove the
  // button.
  document.addEventListener('click', handleClick, true)
  return () => document.removeEventListener('click', handleClick, true)
}

function showRipple(button: HTMLElement, { clientX, clientY, detail }: MouseEvent) {
  const buttonRect = button.getBoundingClientRect()
  // A click by keyboard has no coordinates, so the effect starts in the middle.
  const [x, y] =
    detail === 0
      ? [buttonRect.width / 2, buttonRect.height / 2]
      : [clientX - buttonRect.left, clientY - buttonRect.top]
  const radius = Math.hypot(Math.max(x, buttonRect.width - x), Math.max(y, buttonRect.height - y))
  const clip = document.createElement('span')
  clip.className = 'sw-ripple'
  clip.setAttribute('aria-hidden', 'true')
  const wave = document.createElement('span')
  wave.className = 'sw-wave'
  const diameter = radius * 2
  wave.style.cssText = `left:${x - radius}px;top:${y - radius}px;width:${diameter}px;height:${diameter}px`
  clip.append(wave)
  const isStaticPosition = getComputedStyle(button).position === 'static'
  if (isStaticPosition) button.style.position = 'relative'
  button.append(clip)
  setTimeout(() => {
    clip.remove()
    if (isStaticPosition && !button.querySelector('.sw-ripple')) button.style.position = ''
  }, durationMs)
}
