import type { ReactNode } from 'react'
import css from './section-card.module.css'

type Props = {
  title?: string
  /** A sentence under the title. */
  hint?: ReactNode
  /** Small buttons right of the title. */
  actions?: ReactNode
  /** Content to the card's edge: tables, charts. */
  flush?: boolean
  children: ReactNode
}

/** One subject of a page. Fields inside stand 16 px apart. */
export function SectionCard({ title, hint, actions, flush = false, children }: Props) {
  return (
    <section className={css.card} data-flush={flush || undefined} aria-label={title}>
      {title && (
        <div className={css.head}>
          <div className={css.words}>
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
