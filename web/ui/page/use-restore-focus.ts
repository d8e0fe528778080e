import { useEffect, useState } from 'react'

/** For a dialog that is only drawn while it is open: the focus goes back to what opened it, if that is still there. */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Once the dialog is out of the page: until then the focus is still inside it.
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
