import type { ReactNode } from 'react'
import css from './scene.module.css'

type Props = {
  title: string
  text: ReactNode
  /** One of the drawings of a shop's life, `art/art-….tsx`. */
  art: ReactNode
  /** What can be done about it, the likely one first. */
  children?: ReactNode
  /** Small print below. */
  small?: ReactNode
  /** It stands alone on the page, without the frame around it. */
  isWhole?: boolean
  isAlert?: boolean
}

/** A page that has one thing to say: a drawing, what happened, what to do. */
export function Scene({
  title,
  text,
  art,
  children,
  small,
  isWhole = false,
  isAlert = false,
}: Props) {
  return (
    <div
      className={`${css.scene} ${isWhole ? css.whole : ''}`}
      role={isAlert ? 'alert' : undefined}
    >
      <div className={css.art} aria-hidden>
        {art}
      </div>
      <h1 className={css.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={css.text}>{text}</p>
      {children && <div className={css.actions}>{children}</div>}
      {small && <p className={css.small}>{small}</p>}
    </div>
  )
}
