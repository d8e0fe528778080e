import type { ColumnLayout } from '#contract/staff/view.ts'

type ColumnDefinition = { key: string; isOptional?: boolean | undefined }

/**
 * Returns the layout of all columns in order. The first column identifies the row, so it is always
 * visible and first. A column without a saved layout follows the column declared before it.
 */
export function resolveColumnLayout(
  columns: readonly ColumnDefinition[],
  savedLayout: readonly ColumnLayout[] | null,
): ColumnLayout[] {
  const [firstColumn] = columns
  if (!firstColumn) return []
  const columnKeys = new Set(columns.map(column => column.key))
  const firstWidth = savedLayout?.find(({ key }) => key === firstColumn.key)?.width ?? null
  const layout: ColumnLayout[] = [{ key: firstColumn.key, isHidden: false, width: firstWidth }]
  for (const saved of savedLayout ?? [])
    if (columnKeys.has(saved.key) && !layout.some(({ key }) => key === saved.key))
      layout.push(saved)
  for (const [index, { key, isOptional = false }] of columns.entries()) {
    if (layout.some(column => column.key === key)) continue
    const previousIndex = layout.findIndex(column => column.key === columns[index - 1]?.key)
    layout.splice(previousIndex + 1, 0, { key, isHidden: isOptional, width: null })
  }
  return layout
}

/** Returns the visible columns in order. `widthPx` is a width that the user set. */
export function getVisibleColumns<C extends ColumnDefinition>(
  columns: readonly C[],
  savedLayout: readonly ColumnLayout[] | null,
): (C & { widthPx?: number })[] {
  return resolveColumnLayout(columns, savedLayout).flatMap(({ key, isHidden, width }) => {
    const column = columns.find(candidate => candidate.key === key)
    return column && !isHidden ? [{ ...column, ...(width !== null && { widthPx: width }) }] : []
  })
}

export const updateColumn = (
  layout: readonly ColumnLayout[],
  key: string,
  change: Partial<ColumnLayout>,
) => layout.map(column => (column.key === key ? { ...column, ...change } : column))

/** Moves a column to an index. The first column stays first. */
export function moveColumn(
  layout: readonly ColumnLayout[],
  key: string,
  toIndex: number,
): ColumnLayout[] {
  const movedColumn = layout.find(column => column.key === key)
  if (!movedColumn || layout[0] === movedColumn) return [...layout]
  const others = layout.filter(column => column !== movedColumn)
  const index = Math.max(1, Math.min(toIndex, others.length))
  return [...others.slice(0, index), movedColumn, ...others.slice(index)]
}

/** Returns null for the default layout of the list, which is not saved. */
export function nullIfDefault(
  columns: readonly ColumnDefinition[],
  layout: readonly ColumnLayout[],
): ColumnLayout[] | null {
  return isSameJson(layout, resolveColumnLayout(columns, null)) ? null : [...layout]
}

export const isSameJson = (left: unknown, right: unknown) =>
  JSON.stringify(left) === JSON.stringify(right)

/** Returns whether two queries have the same parameters in any order. */
export const isSameQuery = (left: Record<string, string>, right: Record<string, string>) =>
  isSameJson(
    Object.entries(left).toSorted(compareByKey),
    Object.entries(right).toSorted(compareByKey),
  )
const compareByKey = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)
