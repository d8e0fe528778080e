import type { ReactNode } from 'react'
import css from './full-page-message.module.css'

type Props = {
  title: string
  text: ReactNode
  /** One of the large drawings in `art/`. */
  illustration: ReactNode
  /** The actions, the most likely one first. */
  children?: ReactNode
  smallPrint?: ReactNode
  /** The message fills the window, without the shell around it. */
  isFullScreen?: boolean
  isAlert?: boolean
}

/** A page with a single message: illustration, title, text and actions. */
export function FullPageMessage({
  title,
  text,
  illustration,
  children,
  smallPrint,
  isFullScreen = false,
  isAlert = false,
}: Props) {
  return (
    <div
      className={`${css.message} ${isFullScreen ? css.fullScreen : ''}`}
      role={isAlert ? 'alert' : undefined}
    >
      <div className={css.illustration} aria-hidden>
        {illustration}
      </div>
      <h1 className={css.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={css.text}>{text}</p>
      {children && <div className={css.actions}>{children}</div>}
      {smallPrint && <p className={css.smallPrint}>{smallPrint}</p>}
    </div>
  )
}
