import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { memoComponent } from '../lib/page/memo-component.ts'
import css from './data-table.module.css'
import { type Column, placeOf, type Row, sizedStyle } from './table-column.ts'

type Props<R extends Row> = {
  row: R
  columns: readonly Column<R>[]
  /** Undefined where rows cannot be chosen. */
  isSelected: boolean | undefined
  isBack: boolean
  onToggle: ((id: string, isOn: boolean) => void) | undefined
  onOpen: (id: string, to: string) => void
  nameOf: (row: R) => string
  linkOf: ((row: R) => string) | undefined
  actions: ((row: R) => ReactNode) | undefined
}

/** Drawn anew only when something of its own has changed: choosing one of a hundred rows draws one. */
export const TableRow = memoComponent(function TableRow<R extends Row>({
  row,
  columns,
  isSelected,
  isBack,
  onToggle,
  onOpen,
  nameOf,
  linkOf,
  actions,
}: Props<R>) {
  const { t } = useTranslation()
  const to = linkOf?.(row)
  return (
    <tr
      className={css.row}
      data-row={row._id}
      data-selected={isSelected || undefined}
      data-linked={to !== undefined || undefined}
      data-back={isBack || undefined}
    >
      {isSelected !== undefined && (
        <td className={css.cell} data-place="select">
          <Checkbox
            size="xs"
            checked={isSelected}
            onChange={event => onToggle?.(row._id, event.currentTarget.checked)}
            aria-label={t('ui.list.selectRow', { name: nameOf(row) })}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <TableCell key={column.key} column={column} place={placeOf(column, index)}>
          {index === 0 && to !== undefined ? (
            <Link to={to} className={css.link} data-row-link onClick={() => onOpen(row._id, to)}>
              {column.render(row)}
            </Link>
          ) : (
            column.render(row)
          )}
        </TableCell>
      ))}
      {actions && (
        <td className={css.cell} data-place="actions">
          {actions(row)}
        </td>
      )}
    </tr>
  )
})

export function TableCell<R extends Row>({
  column,
  place,
  children,
}: {
  column: Column<R>
  place: string
  children: ReactNode
}) {
  return (
    <td
      className={css.cell}
      data-number={column.isNumber || undefined}
      data-from={column.from}
      data-place={place}
      data-sized={column.px !== undefined || undefined}
      style={sizedStyle(column)}
    >
      {children}
    </td>
  )
}
