const lifeMs = 500

/** A wave from the point of the click on every button, for 500 ms; none for people who asked for less motion. */
export function startRipple() {
  const start = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target.closest('.mantine-Button-root, .mantine-ActionIcon-root') : null
    if (!(target instanceof HTMLElement) || target.matches(':disabled, [data-disabled]')) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const box = target.getBoundingClientRect()
    const radius = Math.hypot(Math.max(event.clientX - box.left, box.right - event.clientX), Math.max(event.clientY - box.top, box.bottom - event.clientY))
    const wave = document.createElement('span')
    wave.className = 'sw-ripple'
    wave.style.cssText = `left:${event.clientX - box.left - radius}px;top:${event.clientY - box.top - radius}px;width:${radius * 2}px;height:${radius * 2}px`
    target.append(wave)
    setTimeout(() => wave.remove(), lifeMs)
  }
  document.addEventListener('pointerdown', start)
  return () => document.removeEventListener('pointerdown', start)
}
