import { SegmentedControl } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import type { EditableImage } from '../media/image-key.ts'
import { parsePastedCells } from './product-cell-column.ts'
import { ProductImageDialog } from './product-image-dialog.tsx'
import type { VariantValues } from './product-values.ts'
import { ProductVariantBulkRow } from './product-variant-bulk-row.tsx'
import { type GridView, gridViews, useGridColumns } from './product-variant-columns.ts'
import css from './product-variant-grid.module.css'
import { ProductVariantRow, type RowActions } from './product-variant-row.tsx'

type Props = {
  variants: readonly VariantValues[]
  images: readonly EditableImage[]
  errors: Readonly<Record<string, unknown>>
  /** Made from the variants as they are by then: of two cells typed in at once, the second is written before the first is drawn. */
  onChange: (
    change: (variants: VariantValues[]) => VariantValues[],
    paths: readonly string[],
  ) => void
}
const getVariantKey = ({ _id, options }: VariantValues) => _id ?? JSON.stringify(options)

/** Every variant in a row of cells: arrows and Enter move, a column copied from a spreadsheet fills downwards. */
export function ProductVariantGrid({ variants, images, errors, onChange }: Props) {
  const { t } = useTranslation()
  const store = useCurrentStore()
  const [view, setView] = useState<GridView>('main')
  const columns = useGridColumns(view, store)
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set())
  const [imageRow, setImageRow] = useState<number>()
  const table = useRef<HTMLTableElement>(null)
  const actions = useRowActions({
    variants,
    columns: columns.cells,
    onChange,
    selectedKeys,
    setSelectedKeys,
    setImageRow,
  })
  const rowErrors = useMemo(() => groupErrorsByRow(errors), [errors])
  const selectedVariants = variants.filter(variant => selectedKeys.has(getVariantKey(variant)))

  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={to => setView(gridViews.find(gridView => gridView === to) ?? 'main')}
          aria-label={t('product.variants.view')}
          data={gridViews.map(value => ({ value, label: t(`product.variants.views.${value}`) }))}
        />
        <span className={css.hint}>{t('product.variants.keys')}</span>
      </div>
      <div className={css.frame}>
        <table
          className={css.table}
          ref={table}
          aria-label={t('product.variants.title')}
          onKeyDown={event => moveBetweenCells(event, table.current)}
        >
          <thead>
            <tr>
              <th className={css.pick}>
                <input
                  type="checkbox"
                  className={css.check}
                  checked={selectedVariants.length === variants.length}
                  aria-label={t('product.variants.selectAll')}
                  ref={box => {
                    if (box)
                      box.indeterminate =
                        selectedVariants.length > 0 && selectedVariants.length < variants.length
                  }}
                  onChange={event =>
                    setSelectedKeys(
                      new Set(event.currentTarget.checked ? variants.map(getVariantKey) : []),
                    )
                  }
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
              <td className={css.end} />
            </tr>
            <ProductVariantBulkRow
              columns={columns}
              count={selectedVariants.length}
              onApply={values => {
                const targets =
                  selectedVariants.length > 0 ? selectedKeys : new Set(variants.map(getVariantKey))
                onChange(
                  now =>
                    now.map(variant =>
                      targets.has(getVariantKey(variant)) ? { ...variant, ...values } : variant,
                    ),
                  variants.flatMap((_, row) =>
                    Object.keys(values).map(key => `variants.${row}.${key}`),
                  ),
                )
              }}
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
                imageUrl={
                  images.find(
                    ({ _id, media }) =>
                      variant.image && (variant.image === _id || variant.image === media),
                  )?.url ?? ''
                }
                errors={rowErrors.get(row) ?? ''}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ProductImageDialog
        images={images}
        isOpen={imageRow !== undefined}
        onClose={() => setImageRow(undefined)}
        onChoose={image => {
          if (imageRow !== undefined) actions.patch(imageRow, { image })
        }}
      />
    </>
  )
}

type LatestGridState = Omit<Props, 'images' | 'errors'> & {
  columns: ReturnType<typeof useGridColumns>['cells']
  selectedKeys: ReadonlySet<string>
  setSelectedKeys: (keys: ReadonlySet<string>) => void
  setImageRow: (row: number) => void
}

/** One object for all rows, reading what is newest when called. */
function useRowActions(state: LatestGridState): RowActions {
  const latest = useRef(state)
  latest.current = state
  return useMemo<RowActions>(
    () => ({
      patch: (row, values) => {
        latest.current.onChange(
          variants =>
            variants.map((variant, i) => (i === row ? { ...variant, ...values } : variant)),
          Object.keys(values).map(key => `variants.${row}.${key}`),
        )
      },
      paste: (row, column, event) => pasteCells(latest.current, row, column, event),
      select: (row, isOn) => {
        const { variants, selectedKeys, setSelectedKeys } = latest.current
        const key = variants.filter((_, i) => i === row).map(getVariantKey)
        setSelectedKeys(
          isOn
            ? new Set([...selectedKeys, ...key])
            : new Set([...selectedKeys].filter(selectedKey => !key.includes(selectedKey))),
        )
      },
      remove: row => {
        const { variants, onChange } = latest.current
        if (variants.length > 1)
          onChange(
            state => state.filter((_, i) => i !== row),
            variants.map((_, i) => `variants.${i}.options`),
          )
      },
      chooseImage: row => latest.current.setImageRow(row),
    }),
    [],
  )
}

/** Several copied cells fill rightwards and down from the one pasted into; a single one is left to the cell itself. */
function pasteCells(
  { columns, onChange }: LatestGridState,
  row: number,
  column: number,
  event: ClipboardEvent,
) {
  const cells = parsePastedCells(event.clipboardData.getData('text/plain'))
  if (cells.length === 1 && cells[0]?.length === 1) return
  event.preventDefault()
  const paths = cells.flatMap((texts, i) =>
    texts.flatMap((_, j) =>
      columns.slice(column + j, column + j + 1).map(({ key }) => `variants.${row + i}.${key}`),
    ),
  )
  onChange(
    variants =>
      variants.map((variant, i) => {
        let updated = variant
        for (const [j, text] of (cells[i - row] ?? []).entries())
          updated = { ...updated, ...columns[column + j]?.parse(text) }
        return updated
      }),
    paths,
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
  // Enter would otherwise send the form.
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
