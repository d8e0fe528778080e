import type { ReactNode } from 'react'
import css from './section-card.module.css'

type Props = {
  title?: string
  /** A sentence below the title. */
  hint?: ReactNode
  /** Small buttons at the end of the title row. */
  actions?: ReactNode
  /** The content extends to the edges of the card, as for tables. */
  flush?: boolean
  children: ReactNode
}

/** A card with one section of a page. Its children are 16 px apart. */
export function SectionCard({ title, hint, actions, flush = false, children }: Props) {
  return (
    <section className={css.card} data-flush={flush || undefined} aria-label={title}>
      {title && (
        <div className={css.header}>
          <div className={css.text}>
            <h2 className={css.title}>{title}</h2>
            {hint && <p className={css.hint}>{hint}</p>}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
      <div className={css.body}>{children}</div>
    </section>
  )
}
