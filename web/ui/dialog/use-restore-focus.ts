import { useEffect, useState } from 'react'

export const openDialogSelector = '[role="dialog"][aria-modal="true"]'
/** What opens over the page and takes the focus. */
const overlaySelector = '[role="dialog"], [role="menu"], [role="listbox"]'

/** The element of the page that has the focus, or had it when something opened over the page. */
let pageElement: HTMLElement | undefined
window.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(overlaySelector)) pageElement = target
})
window.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target === pageElement && relatedTarget === null) pageElement = undefined
})

/**
 * Returns the focus to the element that opened a dialog. If it no longer exists, such as an item of a
 * menu, the element of the page gets the focus that had it before. For dialogs that are mounted only
 * while they are open.
 */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The focus is inside the dialog until it is removed from the page.
      setTimeout(() => {
        if (document.activeElement === document.body) findFocusTarget(opener)?.focus()
      })
    },
    [opener],
  )
}

function findFocusTarget(opener: Element | null): HTMLElement | undefined {
  // A dialog that another one opens has the body as its opener, if the other one closes first.
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener
  const isDialogOpen = document.querySelector(openDialogSelector) !== null
  return isDialogOpen || !pageElement?.isConnected ? undefined : pageElement
}
