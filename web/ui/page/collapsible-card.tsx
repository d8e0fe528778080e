import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import css from './section-card.module.css'

type Props = {
  title: string
  /** A sentence below the title. */
  hint?: ReactNode
  /** Content that is visible while the card is closed too. */
  summary?: ReactNode
  children: ReactNode
}

/**
 * A card for fields that few users need. It is closed until the user opens it or a field in it has an
 * error (`focusField`).
 */
export function CollapsibleCard({ title, hint, summary, children }: Props) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <details className={css.collapsible}>
        <summary className={css.collapsibleSummary}>
          <span className={css.header}>
            <span className={css.text}>
              <h2 id={id} className={css.title}>
                {title}
              </h2>
              {hint && <span className={css.hint}>{hint}</span>}
            </span>
            <IconChevronDown className={css.chevron} size={18} stroke={1.75} aria-hidden />
          </span>
          {summary && <span className={css.collapsedContent}>{summary}</span>}
        </summary>
        <div className={css.body}>{children}</div>
      </details>
    </section>
  )
}
