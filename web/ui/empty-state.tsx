import type { ReactNode } from 'react'
import css from './empty-state.module.css'

type Props = {
  title: string
  /** One sentence that says what to do next. */
  text?: ReactNode
  /** A small line drawing, about 120 px high, stroked in `currentColor`. */
  drawing?: ReactNode
  /** The one action, then a smaller second way. */
  children?: ReactNode
}

export function EmptyState({ title, text, drawing, children }: Props) {
  return (
    <div className={css.empty}>
      {drawing && <div className={css.drawing} aria-hidden>{drawing}</div>}
      <h2 className={css.title}>{title}</h2>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
