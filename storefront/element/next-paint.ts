/** Waits until the browser has painted what has changed. */
export const nextPaint = () =>
  new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
