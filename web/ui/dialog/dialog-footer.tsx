import type { ReactNode } from 'react'
import css from './dialog-footer.module.css'

/** The buttons of a `Modal`. They stay visible at its bottom while its content scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={css.footer}>{children}</div>
}
