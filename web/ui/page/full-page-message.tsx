import type { ReactNode } from 'react'
import css from './full-page-message.module.css'

type Props = {
  title: string
  text: ReactNode
  /** One of the drawings of a shop's life, `art/art-….tsx`. */
  illustration: ReactNode
  /** What can be done about it, the likely one first. */
  children?: ReactNode
  /** Small print below. */
  smallPrint?: ReactNode
  /** It stands alone on the page, without the frame around it. */
  isFullScreen?: boolean
  isAlert?: boolean
}

/** A page that has one thing to say: a drawing, what happened, what to do. */
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
      className={`${css.scene} ${isFullScreen ? css.whole : ''}`}
      role={isAlert ? 'alert' : undefined}
    >
      <div className={css.art} aria-hidden>
        {illustration}
      </div>
      <h1 className={css.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={css.text}>{text}</p>
      {children && <div className={css.actions}>{children}</div>}
      {smallPrint && <p className={css.small}>{smallPrint}</p>}
    </div>
  )
}
