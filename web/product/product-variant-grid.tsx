import { SegmentedControl } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/session/use-store.ts'
import type { Picture } from '../media/picture-key.ts'
import { readPasted } from './product-cell.ts'
import { ProductPictureDialog } from './product-picture-dialog.tsx'
import type { VariantValues } from './product-values.ts'
import { ProductVariantBulk } from './product-variant-bulk.tsx'
import { type GridView, gridViews, useGridColumns } from './product-variant-columns.ts'
import css from './product-variant-grid.module.css'
import { ProductVariantRow, type RowActions } from './product-variant-row.tsx'

type Props = {
  variants: readonly VariantValues[]
  pictures: readonly Picture[]
  errors: Readonly<Record<string, unknown>>
  /** Made from the variants as they are by then: of two cells typed in at once, the second is written before the first is drawn. */
  onChange: (
    change: (variants: VariantValues[]) => VariantValues[],
    paths: readonly string[],
  ) => void
}
const keyOf = ({ _id, options }: VariantValues) => _id ?? JSON.stringify(options)

/** Every variant in a row of cells: arrows and Enter move, a column copied from a spreadsheet fills downwards. */
export function ProductVariantGrid({ variants, pictures, errors, onChange }: Props) {
  const { t } = useTranslation()
  const store = useStore()
  const [view, setView] = useState<GridView>('main')
  const columns = useGridColumns(view, store)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [pictureFor, setPictureFor] = useState<number>()
  const table = useRef<HTMLTableElement>(null)
  const actions = useRowActions({
    variants,
    columns: columns.cells,
    onChange,
    chosen,
    setChosen,
    setPictureFor,
  })
  const errorsOf = useMemo(() => errorsByRow(errors), [errors])
  const selected = variants.filter(variant => chosen.has(keyOf(variant)))

  return (
    <>
      <div className={css.bar}>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={to => setView(gridViews.find(one => one === to) ?? 'main')}
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
                  checked={selected.length === variants.length}
                  aria-label={t('product.variants.selectAll')}
                  ref={box => {
                    if (box)
                      box.indeterminate = selected.length > 0 && selected.length < variants.length
                  }}
                  onChange={event =>
                    setChosen(new Set(event.currentTarget.checked ? variants.map(keyOf) : []))
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
            <ProductVariantBulk
              columns={columns}
              count={selected.length}
              onApply={values => {
                const targets = selected.length > 0 ? chosen : new Set(variants.map(keyOf))
                onChange(
                  now =>
                    now.map(variant =>
                      targets.has(keyOf(variant)) ? { ...variant, ...values } : variant,
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
                key={keyOf(variant)}
                row={row}
                variant={variant}
                columns={columns}
                actions={actions}
                isSelected={chosen.has(keyOf(variant))}
                pictureUrl={
                  pictures.find(
                    ({ _id, media }) =>
                      variant.image && (variant.image === _id || variant.image === media),
                  )?.url ?? ''
                }
                errors={errorsOf.get(row) ?? ''}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ProductPictureDialog
        pictures={pictures}
        isOpen={pictureFor !== undefined}
        onClose={() => setPictureFor(undefined)}
        onChoose={image => {
          if (pictureFor !== undefined) actions.patch(pictureFor, { image })
        }}
      />
    </>
  )
}

type Newest = Omit<Props, 'pictures' | 'errors'> & {
  columns: ReturnType<typeof useGridColumns>['cells']
  chosen: ReadonlySet<string>
  setChosen: (keys: ReadonlySet<string>) => void
  setPictureFor: (row: number) => void
}

/** One object for all rows, reading what is newest when called. */
function useRowActions(now: Newest): RowActions {
  const newest = useRef(now)
  newest.current = now
  return useMemo<RowActions>(
    () => ({
      patch: (row, values) => {
        newest.current.onChange(
          variants =>
            variants.map((variant, i) => (i === row ? { ...variant, ...values } : variant)),
          Object.keys(values).map(key => `variants.${row}.${key}`),
        )
      },
      paste: (row, column, event) => paste(newest.current, row, column, event),
      select: (row, isOn) => {
        const { variants, chosen, setChosen } = newest.current
        const key = variants.filter((_, i) => i === row).map(keyOf)
        setChosen(
          isOn
            ? new Set([...chosen, ...key])
            : new Set([...chosen].filter(one => !key.includes(one))),
        )
      },
      remove: row => {
        const { variants, onChange } = newest.current
        if (variants.length > 1)
          onChange(
            now => now.filter((_, i) => i !== row),
            variants.map((_, i) => `variants.${i}.options`),
          )
      },
      choosePicture: row => newest.current.setPictureFor(row),
    }),
    [],
  )
}

/** Several copied cells fill rightwards and down from the one pasted into; a single one is left to the cell itself. */
function paste({ columns, onChange }: Newest, row: number, column: number, event: ClipboardEvent) {
  const cells = readPasted(event.clipboardData.getData('text/plain'))
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
        let filled = variant
        for (const [j, text] of (cells[i - row] ?? []).entries())
          filled = { ...filled, ...columns[column + j]?.write(text) }
        return filled
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

function errorsByRow(errors: Readonly<Record<string, unknown>>): Map<number, string> {
  const found = new Map<number, Record<string, unknown>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, row, field] = /^variants\.(\d+)\.?(\w*)/.exec(path) ?? []
    if (row !== undefined && message)
      found.set(Number(row), { ...found.get(Number(row)), [field || 'options']: message })
  }
  return new Map([...found].map(([row, messages]) => [row, JSON.stringify(messages)]))
}
