import { type ClipboardEvent, useMemo, useRef } from 'react'
import { type CellColumn, parsePastedCells } from '../list/product-cell-column.ts'
import type { VariantValues } from '../product-values.ts'
import type { RowActions } from './product-variant-row.tsx'

/**
 * Receives a function of the current variants, because a second cell can change before the first
 * change renders. `paths` are the form paths of the changed fields.
 */
export type VariantChangeHandler = (
  change: (variants: VariantValues[]) => VariantValues[],
  paths: readonly string[],
) => void

type GridState = {
  variants: readonly VariantValues[]
  columns: readonly CellColumn[]
  onChange: VariantChangeHandler
  selectedKeys: ReadonlySet<string>
  setSelectedKeys: (keys: ReadonlySet<string>) => void
  setImageRow: (row: number) => void
}

export const getVariantKey = ({ _id, options }: VariantValues) => _id ?? JSON.stringify(options)

/**
 * Returns the callbacks of all rows. The object never changes, and reads the latest state when
 * called.
 */
export function useVariantActions(state: GridState): RowActions {
  const latest = useRef(state)
  latest.current = state
  return useMemo<RowActions>(
    () => ({
      patch: (row, values) => {
        latest.current.onChange(
          variants =>
            variants.map((variant, index) => (index === row ? { ...variant, ...values } : variant)),
          Object.keys(values).map(key => `variants.${row}.${key}`),
        )
      },
      paste: (row, column, event) => pasteCells(latest.current, row, column, event),
      select: (row, isSelected) => selectRow(latest.current, row, isSelected),
      remove: row => removeRow(latest.current, row),
      chooseImage: row => latest.current.setImageRow(row),
    }),
    [],
  )
}

function selectRow(
  { variants, selectedKeys, setSelectedKeys }: GridState,
  row: number,
  isSelected: boolean,
) {
  const variant = variants[row]
  if (!variant) return
  const newKeys = new Set(selectedKeys)
  if (isSelected) newKeys.add(getVariantKey(variant))
  else newKeys.delete(getVariantKey(variant))
  setSelectedKeys(newKeys)
}

function removeRow({ variants, onChange }: GridState, row: number) {
  if (variants.length > 1)
    onChange(
      current => current.filter((_, index) => index !== row),
      variants.map((_, index) => `variants.${index}.options`),
    )
}

/** Pastes several cells to the right and down. The cell itself handles a single pasted value. */
function pasteCells(
  { columns, onChange }: GridState,
  firstRow: number,
  firstColumn: number,
  event: ClipboardEvent,
) {
  const rows = parsePastedCells(event.clipboardData.getData('text/plain'))
  if (rows.length === 1 && rows[0]?.length === 1) return
  event.preventDefault()
  const paths = rows.flatMap((texts, rowOffset) =>
    columns
      .slice(firstColumn, firstColumn + texts.length)
      .map(({ key }) => `variants.${firstRow + rowOffset}.${key}`),
  )
  onChange(
    variants =>
      variants.map((variant, row) => {
        let updated = variant
        for (const [columnOffset, text] of (rows[row - firstRow] ?? []).entries())
          updated = { ...updated, ...columns[firstColumn + columnOffset]?.parse(text) }
        return updated
      }),
    paths,
  )
}
