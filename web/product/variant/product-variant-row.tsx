import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, memo, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { CellColumn, FlagColumn } from '../list/product-cell-column.ts'
import type { VariantValues } from '../product-values.ts'
import css from './product-variant-grid.module.css'

export type GridColumns = { cells: readonly CellColumn[]; flags: readonly FlagColumn[] }
/** The callbacks of a row. All rows share one object that never changes. */
export type RowActions = {
  patch: (row: number, values: Partial<VariantValues>) => void
  paste: (row: number, column: number, event: ClipboardEvent) => void
  select: (row: number, isSelected: boolean) => void
  remove: (row: number) => void
  chooseImage: (row: number) => void
}
type Props = {
  row: number
  variant: VariantValues
  columns: GridColumns
  actions: RowActions
  imageUrl: string
  isSelected: boolean
  /** The error messages of the fields as JSON, so that a row renders only when they change. */
  errors: string
}

/** Renders only if its own properties change, because a product can have 250 variants. */
export const ProductVariantRow = memo(function ProductVariantRow({
  row,
  variant,
  columns,
  actions,
  imageUrl,
  isSelected,
  errors,
}: Props) {
  const { t } = useTranslation()
  const name = variant.options?.join(' / ') ?? ''
  const messages: Record<string, string> = errors ? JSON.parse(errors) : {}
  return (
    <tr className={css.row} data-selected={isSelected || undefined}>
      <td className={css.select}>
        <input
          type="checkbox"
          className={css.checkbox}
          checked={isSelected}
          aria-label={t('ui.list.selectRow', { name })}
          onChange={event => actions.select(row, event.currentTarget.checked)}
        />
      </td>
      <th
        scope="row"
        className={css.name}
        title={messages['options']}
        data-invalid={messages['options'] && true}
      >
        <span className={css.nameContent}>
          <button
            type="button"
            className={css.imageButton}
            aria-label={t('product.variants.image', { name })}
            onClick={() => actions.chooseImage(row)}
          >
            {imageUrl ? (
              <img src={getSizedImageUrl(imageUrl, 160)} alt="" width={28} height={28} />
            ) : (
              <IconPhotoPlus size={15} stroke={1.5} aria-hidden />
            )}
          </button>
          <span className={css.variantName}>{name}</span>
        </span>
      </th>
      {columns.cells.map((column, columnIndex) => (
        <td key={column.key}>
          <VariantCell
            column={column}
            variant={variant}
            cellId={`${row}:${columnIndex}`}
            label={t('product.variants.cell', { name, column: column.label })}
            path={`variants.${row}.${column.key}`}
            error={messages[column.key]}
            onPatch={values => actions.patch(row, values)}
            onPaste={event => actions.paste(row, columnIndex, event)}
          />
        </td>
      ))}
      {columns.flags.map(({ key, label }) => (
        <td key={key} className={css.flag}>
          <input
            type="checkbox"
            className={css.checkbox}
            checked={variant[key] ?? false}
            aria-label={t('product.variants.cell', { name, column: label })}
            onChange={event => actions.patch(row, { [key]: event.currentTarget.checked })}
          />
        </td>
      ))}
      <td className={css.actions}>
        <button
          type="button"
          className={css.removeButton}
          aria-label={t('product.variants.remove', { name })}
          onClick={() => actions.remove(row)}
        >
          <IconX size={14} aria-hidden />
        </button>
      </td>
    </tr>
  )
}, isSameRow)

function isSameRow(a: Props, b: Props) {
  return (
    a.row === b.row &&
    a.columns === b.columns &&
    a.actions === b.actions &&
    a.imageUrl === b.imageUrl &&
    a.isSelected === b.isSelected &&
    a.errors === b.errors &&
    JSON.stringify(a.variant) === JSON.stringify(b.variant)
  )
}

type VariantCellProps = {
  column: CellColumn
  variant: VariantValues
  cellId: string
  label: string
  path: string
  error: string | undefined
  onPatch: (values: Partial<VariantValues>) => void
  onPaste: (event: ClipboardEvent) => void
}

/**
 * Keeps the typed text until the cell loses focus, so that it does not format an unfinished "12.".
 */
function VariantCell({
  column,
  variant,
  cellId,
  label,
  path,
  error,
  onPatch,
  onPaste,
}: VariantCellProps) {
  const [draft, setDraft] = useState<string>()
  const isInvalid = draft !== undefined && column.parse(draft) === undefined
  function change(text: string) {
    setDraft(text)
    const values = column.parse(text)
    // The cell shows the text immediately; the page can render later.
    if (values) startTransition(() => onPatch(values))
  }
  return (
    <input
      className={css.input}
      data-number={column.isNumber || undefined}
      data-cell={cellId}
      data-path={path}
      aria-label={label}
      title={error}
      aria-invalid={isInvalid || error !== undefined || undefined}
      inputMode={column.isNumber ? 'decimal' : 'text'}
      placeholder={column.isNumber ? '–' : ''}
      value={draft ?? column.format(variant)}
      autoComplete="off"
      maxLength={column.maxLength}
      onFocus={event => event.currentTarget.select()}
      onBlur={() => setDraft(undefined)}
      onChange={event => change(event.currentTarget.value)}
      onPaste={event => {
        onPaste(event)
        if (event.defaultPrevented) setDraft(undefined)
      }}
    />
  )
}
