import type { CSSProperties, ReactNode } from 'react'

export type Row = { _id: string }
export type Column<R extends Row> = {
  key: string
  label: string
  render: (row: R) => ReactNode
  /** Right-aligned, with figures of one width. */
  isNumber?: boolean
  /** Field of the contract's `sort` that this column sorts by. */
  sort?: string
  width?: number | string
  /** A width that somebody gave it, kept to the pixel. */
  px?: number
  /** Not there until somebody chooses it. */
  isExtra?: boolean
  /** Left out on screens narrower than this. */
  from?: 'tablet' | 'desktop'
  /** Place in the phone's card of three lines: right of the name, or (default) in the line under it; or nowhere. */
  phone?: 'side' | 'line' | 'none'
}
export type Selection = {
  has: (id: string) => boolean
  toggle: (id: string, isOn: boolean) => void
  toggleAll: (ids: readonly string[], isOn: boolean) => void
}

export const placeOf = (column: Column<never>, index: number) =>
  index === 0 ? 'name' : (column.phone ?? 'line')

/** Widths are variables of the table, so that dragging an edge draws no row anew. */
export const widthName = (key: string) => `--width-${key}`
export const sizedStyle = ({ key, px }: { key: string; px?: number }): CSSProperties | undefined =>
  px === undefined ? undefined : { '--column': `var(${widthName(key)})` }
export const widthsOf = (columns: readonly { key: string; px?: number }[]): CSSProperties =>
  Object.fromEntries(
    columns.flatMap(({ key, px }) => (px === undefined ? [] : [[widthName(key), `${px}px`]])),
  )
