import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CellColumn } from './product-cell.ts'
import type { VariantValues } from './product-values.ts'
import css from './product-variant-grid.module.css'
import type { GridColumns } from './product-variant-row.tsx'

type Props = {
  columns: GridColumns
  count: number
  onApply: (values: Partial<VariantValues>) => void
}

/** The row under the titles: a value set here goes to every chosen variant, or to all when none is chosen. */
export function ProductVariantBulk({ columns, count, onApply }: Props) {
  const { t } = useTranslation()
  const target =
    count > 0 ? t('product.variants.setChosen', { count }) : t('product.variants.setAll')
  return (
    <tr className={css.bulk}>
      <td className={css.pick} />
      <th scope="row" className={css.name}>
        {target}
      </th>
      {columns.cells.map(column => (
        <td key={column.key}>
          <BulkCell
            key={column.key}
            column={column}
            label={`${target}: ${column.label}`}
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
              aria-label={`${target}: ${label}: ${t('product.variants.on')}`}
              onClick={() => onApply({ [key]: true })}
            >
              {t('product.variants.on')}
            </button>
            <button
              type="button"
              className={css.word}
              aria-label={`${target}: ${label}: ${t('product.variants.off')}`}
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
  const [typed, setTyped] = useState('')
  const values = typed.trim() === '' ? undefined : column.write(typed)
  const apply = () => {
    if (values) onApply(values)
    setTyped('')
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
        value={typed}
        inputMode="decimal"
        aria-invalid={(typed.trim() !== '' && !values) || undefined}
        onChange={event => setTyped(event.currentTarget.value)}
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
