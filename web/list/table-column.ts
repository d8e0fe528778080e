import type { CSSProperties, ReactNode } from 'react'

export type ListRow = { _id: string }
export type ListColumn<R extends ListRow> = {
  key: string
  label: string
  render: (row: R) => ReactNode
  /** Right-aligned, with figures of one width. */
  isNumber?: boolean
  /** Field of the contract's `sort` that this column sorts by. */
  sort?: string
  width?: number | string
  /** A width that somebody gave it, kept to the pixel. */
  widthPx?: number
  /** Not there until somebody chooses it. */
  isOptional?: boolean
  /** Left out on screens narrower than this. */
  minScreen?: 'tablet' | 'desktop'
  /** Place in the phone's card of three lines: right of the name, or (default) in the line under it; or nowhere. */
  phonePosition?: 'side' | 'line' | 'none'
}
export type RowSelection = {
  has: (id: string) => boolean
  toggle: (id: string, isSelected: boolean) => void
  toggleAll: (ids: readonly string[], isSelected: boolean) => void
}

export const phonePositionOf = (column: ListColumn<never>, index: number) =>
  index === 0 ? 'name' : (column.phonePosition ?? 'line')

/** Widths are variables of the table, so that dragging an edge draws no row anew. */
export const widthVariable = (key: string) => `--width-${key}`
export const columnWidthStyle = ({
  key,
  widthPx,
}: {
  key: string
  widthPx?: number
}): CSSProperties | undefined =>
  widthPx === undefined ? undefined : { '--column': `var(${widthVariable(key)})` }
export const tableWidthVariables = (
  columns: readonly { key: string; widthPx?: number }[],
): CSSProperties =>
  Object.fromEntries(
    columns.flatMap(({ key, widthPx }) =>
      widthPx === undefined ? [] : [[widthVariable(key), `${widthPx}px`]],
    ),
  )
