import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { memoComponent } from '../../lib/page/memo-component.ts'
import css from './data-table.module.css'
import { RowCheckbox } from './row-checkbox.tsx'
import {
  columnWidthStyle,
  getPhonePosition,
  type ListColumn,
  type ListRow,
} from './table-column.ts'

type Props<R extends ListRow> = {
  row: R
  columns: readonly ListColumn<R>[]
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined
  isReturned: boolean
  onToggle: ((id: string, isSelected: boolean) => void) | undefined
  onOpenRow: (id: string, href: string) => void
  /** The name of the row for its checkbox. */
  name: string
  /** The page that the row links to. */
  to: string | undefined
  actions: ((row: R) => ReactNode) | undefined
}

/**
 * Renders only if its own properties change: selecting one of a hundred rows renders one row. The
 * properties are texts rather than functions, which a page creates again each time it renders.
 */
export const TableRow = memoComponent(function TableRow<R extends ListRow>({
  row,
  columns,
  isSelected,
  isReturned,
  onToggle,
  onOpenRow,
  name,
  to,
  actions,
}: Props<R>) {
  const { t } = useTranslation()
  return (
    <tr
      className={css.row}
      data-row={row._id}
      data-selected={isSelected || undefined}
      data-linked={to !== undefined || undefined}
      data-returned={isReturned || undefined}
    >
      {isSelected !== undefined && (
        <td className={css.cell} data-position="select">
          <RowCheckbox
            label={t('ui.list.selectRow', { name })}
            isChecked={isSelected}
            onChange={isChecked => onToggle?.(row._id, isChecked)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <TableCell key={column.key} column={column} position={getPhonePosition(column, index)}>
          {index === 0 && to !== undefined ? (
            <Link to={to} className={css.link} data-row-link onClick={() => onOpenRow(row._id, to)}>
              {column.render(row)}
            </Link>
          ) : (
            column.render(row)
          )}
        </TableCell>
      ))}
      {actions && (
        <td className={css.cell} data-position="actions">
          {actions(row)}
        </td>
      )}
    </tr>
  )
})

export function TableCell<R extends ListRow>({
  column,
  position,
  children,
}: {
  column: ListColumn<R>
  position: string
  children: ReactNode
}) {
  return (
    <td
      className={css.cell}
      data-number={column.isNumber || undefined}
      data-min-screen={column.minScreen}
      data-position={position}
      data-sized={column.widthPx !== undefined || undefined}
      style={columnWidthStyle(column)}
    >
      {children}
    </td>
  )
}
