/** Waits until the browser has painted what has changed. */
export const nextPaint = () =>
  new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))

/**
 * Closes a dialog after the browser has painted the pressed button. Closing restyles the whole page,
 * for which slow phones need longer than shoppers should wait for a reaction.
 */
export const closeAfterPaint = (dialog: HTMLDialogElement): void =>
  void nextPaint().then(() => dialog.close())
