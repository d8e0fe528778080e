import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLeaveList } from '../lib/navigation/list-place.ts'
import css from './data-table.module.css'
import { type Column, placeOf, type Row, type Selection, widthsOf } from './table-column.ts'
import { TableHead } from './table-head.tsx'
import { TableCell, TableRow } from './table-row.tsx'

export type { Column } from './table-column.ts'

type Looks = {
  density?: 'comfortable' | 'compact' | undefined
  onResize?: ((key: string, width: number | null) => void) | undefined
}
type Props<R extends Row> = Looks & {
  rows: readonly R[]
  columns: readonly Column<R>[]
  /** What a row is called, for its link and its checkbox. */
  nameOf: (row: R) => string
  linkOf?: ((row: R) => string) | undefined
  sort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  selection?: Selection | undefined
  /** Buttons at the end of a row. */
  actions?: ((row: R) => ReactNode) | undefined
  isStale?: boolean
  label: string
  /** The row that somebody has just come back from. */
  backTo?: string | undefined
}

/** A real table with real links; on a phone each row is a card. The first column is the thing itself. */
export function DataTable<R extends Row>(props: Props<R>) {
  const { rows, columns, selection, actions, isStale, label, backTo } = props
  const onOpen = useLeaveList()
  return (
    <Scrolling>
      <table
        className={css.table}
        data-stale={isStale || undefined}
        data-density={props.density}
        aria-label={label}
        aria-busy={isStale}
        style={widthsOf(columns)}
      >
        <TableHead
          rows={rows}
          columns={columns}
          selection={selection}
          hasActions={actions !== undefined}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
        />
        <tbody>
          {rows.map(row => (
            <TableRow
              key={row._id}
              row={row}
              columns={columns}
              isSelected={selection?.has(row._id)}
              isBack={backTo === row._id}
              onToggle={selection?.toggle}
              onOpen={onOpen}
              nameOf={props.nameOf}
              linkOf={props.linkOf}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** Scrolls sideways once the columns need more than there is. Not before: within a box that scrolls, the head would not stay in sight. */
function Scrolling({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(function watchWidth() {
    const outer = box.current
    const table = outer?.firstElementChild
    if (!outer || !table) return
    const observer = new ResizeObserver(() => setWide(table.scrollWidth > outer.clientWidth + 1))
    observer.observe(outer)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className={css.scroll} data-wide={isWide || undefined}>
      {children}
    </div>
  )
}

type SkeletonProps<R extends Row> = {
  columns: readonly Column<R>[]
  rows?: number
  label: string
  selection?: Selection | undefined
  density?: Looks['density']
  hasActions?: boolean
}

/** Rows that are still to come, in the shape of those that will. */
export function TableSkeleton<R extends Row>({
  columns,
  rows = 10,
  label,
  selection,
  density,
  hasActions = false,
}: SkeletonProps<R>) {
  return (
    <div role="status" aria-label={label} data-loading>
      <table className={css.table} data-density={density} aria-hidden style={widthsOf(columns)}>
        <TableHead rows={[]} columns={columns} selection={selection} hasActions={hasActions} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <tr key={row} className={css.row}>
              {selection && <td className={css.cell} data-place="select" />}
              {columns.map((column, index) => (
                <TableCell key={column.key} column={column} place={placeOf(column, index)}>
                  <span
                    className={css.bone}
                    style={{
                      width:
                        index === 0
                          ? `${44 + ((row * 17) % 36)}%`
                          : `${40 + ((row * 13 + index * 7) % 30)}%`,
                    }}
                  />
                </TableCell>
              ))}
              {hasActions && <td className={css.cell} data-place="actions" />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
