import { useRestoreFocus } from './use-restore-focus.ts'

/**
 * Returns the focus when a dialog closes. For the content of a `Modal` or `Drawer` that stays mounted
 * while it is closed: Mantine itself returns the focus only from the second opening of one that is
 * mounted open.
 */
export function FocusReturn() {
  useRestoreFocus()
  return null
}
