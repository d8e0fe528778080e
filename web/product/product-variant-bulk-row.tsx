import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CellColumn } from './product-cell-column.ts'
import type { VariantValues } from './product-values.ts'
import css from './product-variant-grid.module.css'
import type { GridColumns } from './product-variant-row.tsx'

type Props = {
  columns: GridColumns
  count: number
  onApply: (values: Partial<VariantValues>) => void
}

/** The row under the titles: a value set here goes to every chosen variant, or to all when none is chosen. */
export function ProductVariantBulkRow({ columns, count, onApply }: Props) {
  const { t } = useTranslation()
  const targetLabel =
    count > 0 ? t('product.variants.setChosen', { count }) : t('product.variants.setAll')
  return (
    <tr className={css.bulk}>
      <td className={css.pick} />
      <th scope="row" className={css.name}>
        {targetLabel}
      </th>
      {columns.cells.map(column => (
        <td key={column.key}>
          <BulkCell
            key={column.key}
            column={column}
            label={`${targetLabel}: ${column.label}`}
            onApply={onApply}
          />
        </td>
      ))}
      {columns.flags.map(({ key, label }) => (
        <td key={key} className={css.flag}>
          <span className={css.switches}>
            <button
              type="button"
              className={css.word}
              aria-label={`${targetLabel}: ${label}: ${t('product.variants.on')}`}
              onClick={() => onApply({ [key]: true })}
            >
              {t('product.variants.on')}
            </button>
            <button
              type="button"
              className={css.word}
              aria-label={`${targetLabel}: ${label}: ${t('product.variants.off')}`}
              onClick={() => onApply({ [key]: false })}
            >
              {t('product.variants.off')}
            </button>
          </span>
        </td>
      ))}
      <td className={css.end} />
    </tr>
  )
}

function BulkCell({
  column,
  label,
  onApply,
}: {
  column: CellColumn
  label: string
  onApply: Props['onApply']
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const values = text.trim() === '' ? undefined : column.parse(text)
  const apply = () => {
    if (values) onApply(values)
    setText('')
  }
  // One SKU for several variants is hardly ever meant.
  if (column.key === 'sku' || column.key === 'barcode') return null
  return (
    <span className={css.set}>
      <input
        className={css.input}
        data-number={column.isNumber || undefined}
        aria-label={label}
        placeholder={t('product.variants.set')}
        value={text}
        inputMode="decimal"
        aria-invalid={(text.trim() !== '' && !values) || undefined}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            event.stopPropagation()
            apply()
          }
        }}
        onBlur={apply}
      />
    </span>
  )
}
