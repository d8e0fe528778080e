import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSaveListPosition } from '../../lib/navigation/list-scroll-position.ts'
import css from './data-table.module.css'
import {
  getPhonePosition,
  type ListColumn,
  type ListRow,
  type RowSelection,
  tableWidthVariables,
} from './table-column.ts'
import { TableHead } from './table-head.tsx'
import { TableCell, TableRow } from './table-row.tsx'

export type { ListColumn } from './table-column.ts'

type TableAppearance = {
  density?: 'comfortable' | 'compact' | undefined
  onResize?: ((key: string, width: number | null) => void) | undefined
}
type Props<R extends ListRow> = TableAppearance & {
  rows: readonly R[]
  columns: readonly ListColumn<R>[]
  /** Returns the name of a row for its link and its checkbox. */
  getRowName: (row: R) => string
  getRowLink?: ((row: R) => string) | undefined
  sort?: string | undefined
  defaultSort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  selection?: RowSelection | undefined
  /** Buttons at the end of a row. */
  actions?: ((row: R) => ReactNode) | undefined
  isStale?: boolean
  label: string
  /** The row below the column names. */
  filterRow?: ReactNode
  /** The row from which the user has just returned. */
  returnedRowId?: string | undefined
}

/** A table whose first column links to the row. On a phone each row is a card. */
export function DataTable<R extends ListRow>(props: Props<R>) {
  const { rows, columns, selection, actions, isStale, label, returnedRowId } = props
  const handleOpen = useSaveListPosition()
  return (
    <ScrollContainer>
      <table
        className={css.table}
        data-stale={isStale || undefined}
        data-density={props.density}
        aria-label={label}
        aria-busy={isStale}
        style={tableWidthVariables(columns)}
      >
        <TableHead
          rows={rows}
          columns={columns}
          selection={selection}
          hasActions={actions !== undefined}
          sort={props.sort}
          defaultSort={props.defaultSort}
          onSort={props.onSort}
          onResize={props.onResize}
          filterRow={props.filterRow}
        />
        <tbody>
          {rows.map(row => (
            <TableRow
              key={row._id}
              row={row}
              columns={columns}
              isSelected={selection?.has(row._id)}
              isReturned={returnedRowId === row._id}
              onToggle={selection?.toggle}
              onOpenRow={handleOpen}
              name={props.getRowName(row)}
              to={props.getRowLink?.(row)}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
    </ScrollContainer>
  )
}

/**
 * Scrolls horizontally only if the table is too wide, because the sticky header does not work
 * inside a container that scrolls.
 */
function ScrollContainer({ children }: { children: ReactNode }) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [isOverflowing, setOverflowing] = useState(false)
  useEffect(function watchWidth() {
    const container = containerRef.current
    const table = container?.querySelector('table')
    if (!container || !table) return
    const observer = new ResizeObserver(() =>
      setOverflowing(table.offsetWidth > container.clientWidth + 1),
    )
    observer.observe(container)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={containerRef}
      className={css.scrollContainer}
      data-overflowing={isOverflowing || undefined}
    >
      {children}
    </div>
  )
}

type SkeletonProps<R extends ListRow> = {
  columns: readonly ListColumn<R>[]
  rows?: number
  label: string
  selection?: RowSelection | undefined
  density?: TableAppearance['density']
  hasActions?: boolean
}

/** Placeholder rows in the shape of the expected rows. */
export function TableSkeleton<R extends ListRow>({
  columns,
  rows = 10,
  label,
  selection,
  density,
  hasActions = false,
}: SkeletonProps<R>) {
  return (
    <div role="status" aria-label={label} data-loading>
      <table
        className={css.table}
        data-density={density}
        aria-hidden
        style={tableWidthVariables(columns)}
      >
        <TableHead rows={[]} columns={columns} selection={selection} hasActions={hasActions} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <tr key={row} className={css.row}>
              {selection && <td className={css.cell} data-position="select" />}
              {columns.map((column, index) => (
                <TableCell
                  key={column.key}
                  column={column}
                  position={getPhonePosition(column, index)}
                >
                  <span
                    className={css.skeletonLine}
                    style={{
                      width:
                        index === 0
                          ? `${44 + ((row * 17) % 36)}%`
                          : `${40 + ((row * 13 + index * 7) % 30)}%`,
                    }}
                  />
                </TableCell>
              ))}
              {hasActions && <td className={css.cell} data-position="actions" />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
