import { createContext, type ReactNode, useContext, useId } from 'react'
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

const IsInGroup = createContext(false)

/** One card with several sections, which are the `SectionCard`s inside. */
export function CardGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id} className={css.groupTitle}>
        {title}
      </h2>
      <IsInGroup value={true}>
        <div className={css.group}>{children}</div>
      </IsInGroup>
    </section>
  )
}

/** A card with one section of a page. Its children are 16 px apart. */
export function SectionCard({ title, hint, actions, flush = false, children }: Props) {
  const Heading = useContext(IsInGroup) ? 'h3' : 'h2'
  return (
    <section className={css.card} data-flush={flush || undefined} aria-label={title}>
      {title && (
        <div className={css.header}>
          <div className={css.text}>
            <Heading className={css.title}>{title}</Heading>
            {hint && <p className={css.hint}>{hint}</p>}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
      <div className={css.body}>{children}</div>
    </section>
  )
}
