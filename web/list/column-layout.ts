import type { ColumnLayout } from '#contract/view.ts'

type ColumnDefinition = { key: string; isOptional?: boolean | undefined }

/**
 * Every column in its place. The first is the thing itself: always there, always first. A column that is not kept yet,
 * since it is newer, stands where the list declares it: behind the one it is declared behind.
 */
export function resolveColumnLayout(
  columns: readonly ColumnDefinition[],
  savedPlaces: readonly ColumnLayout[] | null,
): ColumnLayout[] {
  const [first] = columns
  if (!first) return []
  const columnKeys = new Set(columns.map(column => column.key))
  const savedFirst = savedPlaces?.find(place => place.key === first.key)
  const places: ColumnLayout[] = [
    { key: first.key, isHidden: false, width: savedFirst?.width ?? null },
  ]
  for (const place of savedPlaces ?? [])
    if (columnKeys.has(place.key) && !places.some(({ key }) => key === place.key))
      places.push(place)
  for (const [index, { key, isOptional = false }] of columns.entries()) {
    if (places.some(place => place.key === key)) continue
    const previousIndex = places.findIndex(place => place.key === columns[index - 1]?.key)
    places.splice(previousIndex + 1, 0, { key, isHidden: isOptional, width: null })
  }
  return places
}

/** The columns to draw, in order; `widthPx` is a width that the user has set. */
export function getVisibleColumns<C extends ColumnDefinition>(
  columns: readonly C[],
  savedPlaces: readonly ColumnLayout[] | null,
): (C & { widthPx?: number })[] {
  return resolveColumnLayout(columns, savedPlaces).flatMap(({ key, isHidden, width }) => {
    const column = columns.find(left => left.key === key)
    return column && !isHidden ? [{ ...column, ...(width !== null && { widthPx: width }) }] : []
  })
}

export const updateColumnPlace = (
  places: readonly ColumnLayout[],
  key: string,
  change: Partial<ColumnLayout>,
) => places.map(place => (place.key === key ? { ...place, ...change } : place))

/** Moves a column to a rank; the first place is taken. */
export function moveColumn(
  places: readonly ColumnLayout[],
  key: string,
  to: number,
): ColumnLayout[] {
  const place = places.find(left => left.key === key)
  const others = places.filter(left => left.key !== key)
  const index = Math.max(1, Math.min(to, others.length))
  return place && places[0]?.key !== key
    ? [...others.slice(0, index), place, ...others.slice(index)]
    : [...places]
}

/** Nothing is kept of an arrangement that is the list's own. */
export function nullIfDefault(
  columns: readonly ColumnDefinition[],
  places: readonly ColumnLayout[],
): ColumnLayout[] | null {
  return isSameJson(places, resolveColumnLayout(columns, null)) ? null : [...places]
}

export const isSameJson = (left: unknown, right: unknown) =>
  JSON.stringify(left) === JSON.stringify(right)

/** Whether two addresses ask for the same rows, in whatever order they say so. */
export const isSameQuery = (left: Record<string, string>, right: Record<string, string>) =>
  isSameJson(
    Object.entries(left).toSorted(compareByKey),
    Object.entries(right).toSorted(compareByKey),
  )
const compareByKey = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)
