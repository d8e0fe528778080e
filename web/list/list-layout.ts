import type { ColumnLayout } from '#contract/view.ts'

type Declared = { key: string; isExtra?: boolean | undefined }

/**
 * Every column in its place. The first is the thing itself: always there, always first. A column that is not kept yet,
 * since it is newer, stands where the list declares it: behind the one it is declared behind.
 */
export function placesOf(
  columns: readonly Declared[],
  kept: readonly ColumnLayout[] | null,
): ColumnLayout[] {
  const [first] = columns
  if (!first) return []
  const known = new Set(columns.map(column => column.key))
  const keptFirst = kept?.find(place => place.key === first.key)
  const places: ColumnLayout[] = [
    { key: first.key, isHidden: false, width: keptFirst?.width ?? null },
  ]
  for (const place of kept ?? [])
    if (known.has(place.key) && !places.some(({ key }) => key === place.key)) places.push(place)
  for (const [at, { key, isExtra = false }] of columns.entries()) {
    if (places.some(place => place.key === key)) continue
    const before = places.findIndex(place => place.key === columns[at - 1]?.key)
    places.splice(before + 1, 0, { key, isHidden: isExtra, width: null })
  }
  return places
}

/** The columns to draw, in order; `px` is a width that somebody gave one. */
export function shownColumns<C extends Declared>(
  columns: readonly C[],
  kept: readonly ColumnLayout[] | null,
): (C & { px?: number })[] {
  return placesOf(columns, kept).flatMap(({ key, isHidden, width }) => {
    const column = columns.find(one => one.key === key)
    return column && !isHidden ? [{ ...column, ...(width !== null && { px: width }) }] : []
  })
}

export const withPlace = (
  places: readonly ColumnLayout[],
  key: string,
  change: Partial<ColumnLayout>,
) => places.map(place => (place.key === key ? { ...place, ...change } : place))

/** Moves a column to a rank; the first place is taken. */
export function movedPlace(
  places: readonly ColumnLayout[],
  key: string,
  to: number,
): ColumnLayout[] {
  const place = places.find(one => one.key === key)
  const others = places.filter(one => one.key !== key)
  const at = Math.max(1, Math.min(to, others.length))
  return place && places[0]?.key !== key
    ? [...others.slice(0, at), place, ...others.slice(at)]
    : [...places]
}

/** Nothing is kept of an arrangement that is the list's own. */
export function orNothing(
  columns: readonly Declared[],
  places: readonly ColumnLayout[],
): ColumnLayout[] | null {
  return sameJson(places, placesOf(columns, null)) ? null : [...places]
}

export const sameJson = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether two addresses ask for the same rows, in whatever order they say so. */
export const sameQuery = (one: Record<string, string>, other: Record<string, string>) =>
  sameJson(Object.entries(one).toSorted(byKey), Object.entries(other).toSorted(byKey))
const byKey = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)
