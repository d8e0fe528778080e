import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { openDialogSelector, useRestoreFocus } from './use-restore-focus.ts'

/** The dialog on top while Escape is handled. */
let topDialog: Element | undefined

// Every open dialog receives Escape. The one on top can be closed before the one below receives it.
window.addEventListener(
  'keydown',
  ({ key }) => {
    if (key !== 'Escape') return
    topDialog = [...document.querySelectorAll(openDialogSelector)].at(-1)
    setTimeout(() => {
      topDialog = undefined
    })
  },
  { capture: true },
)

/**
 * Returns the props of a `Modal` or `Drawer` that is mounted only while it is open. Escape closes it
 * only if no other dialog is open above it.
 */
export function useOpenDialog(onClose: () => void) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  useRestoreFocus()
  return {
    ref,
    opened: true,
    onClose: () => {
      if (!topDialog || ref.current?.querySelector(openDialogSelector) === topDialog) onClose()
    },
    closeButtonProps: { 'aria-label': t('ui.close') },
  }
}
