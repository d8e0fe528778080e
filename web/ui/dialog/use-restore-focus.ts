import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that opened a dialog, if it still exists. For dialogs that are
 * mounted only while they are open.
 */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The focus is inside the dialog until it is removed from the page.
      setTimeout(() => {
        if (
          document.activeElement === document.body &&
          opener instanceof HTMLElement &&
          opener.isConnected
        )
          opener.focus()
      })
    },
    [opener],
  )
}
