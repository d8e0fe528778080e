import { SegmentedControl } from '@mantine/core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import { toOptions } from '../../lib/to-options.ts'
import type { EditableImage } from '../../media/image-key.ts'
import { ProductImageDialog } from '../product-image-dialog.tsx'
import type { VariantValues } from '../product-values.ts'
import { ProductVariantBulkRow } from './product-variant-bulk-row.tsx'
import { type GridView, gridViews, useGridColumns } from './product-variant-columns.ts'
import css from './product-variant-grid.module.css'
import { type GridColumns, ProductVariantRow } from './product-variant-row.tsx'
import {
  getVariantKey,
  useVariantActions,
  type VariantChangeHandler,
} from './use-variant-actions.ts'

type Props = {
  variants: readonly VariantValues[]
  images: readonly EditableImage[]
  errors: Readonly<Record<string, unknown>>
  onChange: VariantChangeHandler
}

/**
 * A grid with one row per variant. Arrow keys and Enter move, and cells copied from a spreadsheet
 * can be pasted.
 */
export function ProductVariantGrid({ variants, images, errors, onChange }: Props) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  const [view, setView] = useState<GridView>('main')
  const columns = useGridColumns(view, store)
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set())
  const [imageTarget, setImageTarget] = useState<number | 'selection'>()
  const table = useRef<HTMLTableElement>(null)
  const actions = useVariantActions({
    variants,
    columns: columns.cells,
    onChange,
    selectedKeys,
    setSelectedKeys,
    setImageRow: setImageTarget,
  })
  const rowErrors = useMemo(() => groupErrorsByRow(errors), [errors])
  const selectedVariants = variants.filter(variant => selectedKeys.has(getVariantKey(variant)))

  function applyToSelection(values: Partial<VariantValues>) {
    const targetKeys = new Set(
      (selectedVariants.length > 0 ? selectedVariants : variants).map(getVariantKey),
    )
    const paths = variants.flatMap((_, row) =>
      Object.keys(values).map(key => `variants.${row}.${key}`),
    )
    onChange(
      current =>
        current.map(variant =>
          targetKeys.has(getVariantKey(variant)) ? { ...variant, ...values } : variant,
        ),
      paths,
    )
  }
  const findImageUrl = ({ image }: VariantValues) =>
    images.find(({ _id, media }) => image && (image === _id || image === media))?.url ?? ''

  return (
    <>
      <div className={css.toolbar}>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={value => setView(gridViews.find(gridView => gridView === value) ?? 'main')}
          aria-label={t('product.variants.view')}
          data={toOptions(gridViews, value => t(`product.variants.views.${value}`))}
        />
        <span className={css.hint}>{t('product.variants.keyboardHint')}</span>
      </div>
      <div className={css.scrollContainer}>
        <table
          className={css.table}
          ref={table}
          aria-label={t('product.variants.title')}
          onKeyDown={event => moveBetweenCells(event, table.current)}
        >
          <thead>
            <GridHeader
              columns={columns}
              selectedCount={selectedVariants.length}
              variantCount={variants.length}
              onSelectAll={isSelected =>
                setSelectedKeys(new Set(isSelected ? variants.map(getVariantKey) : []))
              }
            />
            <ProductVariantBulkRow
              columns={columns}
              count={selectedVariants.length}
              onApply={applyToSelection}
              onChooseImage={() => setImageTarget('selection')}
            />
          </thead>
          <tbody>
            {variants.map((variant, row) => (
              <ProductVariantRow
                key={getVariantKey(variant)}
                row={row}
                variant={variant}
                columns={columns}
                actions={actions}
                isSelected={selectedKeys.has(getVariantKey(variant))}
                imageUrl={findImageUrl(variant)}
                errors={rowErrors.get(row) ?? ''}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ProductImageDialog
        images={images}
        isOpen={imageTarget !== undefined}
        onClose={() => setImageTarget(undefined)}
        onSelect={image => {
          if (imageTarget === 'selection') applyToSelection({ image })
          else if (imageTarget !== undefined) actions.patch(imageTarget, { image })
        }}
      />
    </>
  )
}

type GridHeaderProps = {
  columns: GridColumns
  selectedCount: number
  variantCount: number
  onSelectAll: (isSelected: boolean) => void
}

function GridHeader({ columns, selectedCount, variantCount, onSelectAll }: GridHeaderProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th className={css.select}>
        <input
          type="checkbox"
          className={css.checkbox}
          checked={selectedCount === variantCount}
          aria-label={t('product.variants.selectAll')}
          ref={box => {
            if (box) box.indeterminate = selectedCount > 0 && selectedCount < variantCount
          }}
          onChange={event => onSelectAll(event.currentTarget.checked)}
        />
      </th>
      <th className={css.name} scope="col">
        {t('product.variants.variant')}
      </th>
      {columns.cells.map(({ key, label, isNumber }) => (
        <th key={key} scope="col" data-number={isNumber || undefined}>
          {label}
        </th>
      ))}
      {columns.flags.map(({ key, label }) => (
        <th key={key} scope="col" className={css.flag}>
          {label}
        </th>
      ))}
      <td className={css.actions} />
    </tr>
  )
}

function moveBetweenCells(event: KeyboardEvent, table: HTMLTableElement | null) {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || input.dataset['cell'] === undefined) return
  const [row = 0, column = 0] = input.dataset['cell'].split(':').map(Number)
  const isAtStart = input.selectionStart === 0
  const isAtEnd = input.selectionEnd === input.value.length
  const steps: Record<string, [number, number] | undefined> = {
    Enter: event.shiftKey ? [-1, 0] : [1, 0],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: isAtEnd ? [0, 1] : undefined,
    ArrowLeft: isAtStart ? [0, -1] : undefined,
  }
  const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key]
  // Prevents that Enter submits the form.
  if (event.key === 'Enter' || step) event.preventDefault()
  if (step)
    table
      ?.querySelector<HTMLInputElement>(`[data-cell="${row + step[0]}:${column + step[1]}"]`)
      ?.focus()
}

function groupErrorsByRow(errors: Readonly<Record<string, unknown>>): Map<number, string> {
  const messagesByRow = new Map<number, Record<string, unknown>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, row, field] = /^variants\.(\d+)\.?(\w*)/.exec(path) ?? []
    if (row !== undefined && message)
      messagesByRow.set(Number(row), {
        ...messagesByRow.get(Number(row)),
        [field || 'options']: message,
      })
  }
  return new Map([...messagesByRow].map(([row, messages]) => [row, JSON.stringify(messages)]))
}
