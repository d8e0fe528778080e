import type { ReactNode } from 'react'
import css from './key-values.module.css'

/**
 * A list of labels and values. An empty value is displayed as a dash. `numbers` aligns the values
 * right, as on an invoice.
 */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list keep their order
        <div key={index} className={css.pair} data-strong={strong || undefined}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null || value === undefined ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
