import type { CSSProperties, ReactNode } from 'react'

export type ListRow = { _id: string }
export type ListColumn<R extends ListRow> = {
  key: string
  label: string
  render: (row: R) => ReactNode
  /** Aligns the column right, with digits of equal width. */
  isNumber?: boolean
  /** The `sort` field in the contract. */
  sort?: string
  /** The keys of the filters that `ColumnFilterRow` shows below the name. */
  filterKeys?: readonly string[]
  width?: number | string
  /** A width that the user set. */
  widthPx?: number
  /** Hidden until the user shows it. */
  isOptional?: boolean
  /** Hidden on narrower screens. */
  minScreen?: 'tablet' | 'desktop'
  /**
   * The position in the card on a phone: beside the name, in the line below it (default), or none.
   */
  phonePosition?: 'side' | 'line' | 'none'
}
export type RowSelection = {
  has: (id: string) => boolean
  toggle: (id: string, isSelected: boolean) => void
  toggleAll: (ids: readonly string[], isSelected: boolean) => void
}

export const getPhonePosition = (column: ListColumn<never>, index: number) =>
  index === 0 ? 'name' : (column.phonePosition ?? 'line')

/** Column widths are variables of the table, so that a resize renders no row. */
export const getWidthVariable = (key: string) => `--width-${key}`
export const columnWidthStyle = ({
  key,
  widthPx,
}: {
  key: string
  widthPx?: number
}): CSSProperties | undefined =>
  widthPx === undefined ? undefined : { '--column': `var(${getWidthVariable(key)})` }
export const tableWidthVariables = (
  columns: readonly { key: string; widthPx?: number }[],
): CSSProperties =>
  Object.fromEntries(
    columns.flatMap(({ key, widthPx }) =>
      widthPx === undefined ? [] : [[getWidthVariable(key), `${widthPx}px`]],
    ),
  )
