import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CellColumn } from '../list/product-cell-column.ts'
import type { VariantValues } from '../product-values.ts'
import css from './product-variant-grid.module.css'
import type { GridColumns } from './product-variant-row.tsx'

type Props = {
  columns: GridColumns
  count: number
  onApply: (values: Partial<VariantValues>) => void
  onChooseImage: () => void
}

/** A row that sets a value for the selected variants, or for all if none is selected. */
export function ProductVariantBulkRow({ columns, count, onApply, onChooseImage }: Props) {
  const { t } = useTranslation()
  const targetLabel =
    count > 0 ? t('product.variants.editSelected', { count }) : t('product.variants.applyToAll')
  return (
    <tr className={css.bulkRow}>
      <td className={css.select} />
      <th scope="row" className={css.name}>
        <span className={css.nameContent}>
          <button
            type="button"
            className={css.imageButton}
            aria-label={`${targetLabel}: ${t('product.variants.chooseImage')}`}
            onClick={onChooseImage}
          >
            <IconPhotoPlus size={15} stroke={1.5} aria-hidden />
          </button>
          {targetLabel}
        </span>
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
          <span className={css.flagButtons}>
            <button
              type="button"
              className={css.flagButton}
              aria-label={`${targetLabel}: ${label}: ${t('product.variants.on')}`}
              onClick={() => onApply({ [key]: true })}
            >
              {t('product.variants.on')}
            </button>
            <button
              type="button"
              className={css.flagButton}
              aria-label={`${targetLabel}: ${label}: ${t('product.variants.off')}`}
              onClick={() => onApply({ [key]: false })}
            >
              {t('product.variants.off')}
            </button>
          </span>
        </td>
      ))}
      <td className={css.actions} />
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
  // Several variants with the same SKU or barcode are almost always a mistake.
  if (column.key === 'sku' || column.key === 'barcode') return null
  return (
    <input
      className={css.input}
      data-number={column.isNumber || undefined}
      aria-label={label}
      placeholder={t('product.variants.apply')}
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
  )
}
