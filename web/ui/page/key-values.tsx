import type { ReactNode } from 'react'
import css from './key-values.module.css'

/** Pairs of name and value; what is empty is a dash. `numbers` sets the values right-aligned, as on an invoice. */
export function KeyValues({
  items,
  numbers = false,
}: {
  items: { label: ReactNode; value: ReactNode; strong?: boolean }[]
  numbers?: boolean
}) {
  return (
    <dl className={css.list} data-numbers={numbers || undefined}>
      {items.map(({ label, value, strong }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of one list never change places
        <div key={index} className={css.pair} data-strong={strong || undefined}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
