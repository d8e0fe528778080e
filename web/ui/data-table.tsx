import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import css from './data-table.module.css'

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
  /** Left out on screens narrower than this. */
  from?: 'tablet' | 'desktop'
  /** Place in the phone's card of three lines: right of the name, or (default) in the line under it; or nowhere. */
  phone?: 'side' | 'line' | 'none'
}
export type Selection = { ids: ReadonlySet<string>; set: (ids: ReadonlySet<string>) => void }

type Props<R extends Row> = {
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
}

/** A real table with real links; on a phone each row is a card. The first column is the thing itself. */
export function DataTable<R extends Row>(props: Props<R>) {
  const { rows, columns, selection, actions, isStale, label } = props
  return (
    <table className={css.table} data-stale={isStale || undefined} aria-label={label} aria-busy={isStale}>
      <Head {...props} />
      <tbody>
        {rows.map(row => (
          <tr key={row._id} className={css.row} data-selected={selection?.ids.has(row._id) || undefined} data-linked={props.linkOf && true}>
            {selection && <SelectCell row={row} selection={selection} name={props.nameOf(row)} />}
            {columns.map((column, index) => (
              <Cell key={column.key} column={column} place={index === 0 ? 'name' : (column.phone ?? 'line')}>
                {index === 0 && props.linkOf ? <Link to={props.linkOf(row)} className={css.link}>{column.render(row)}</Link> : column.render(row)}
              </Cell>
            ))}
            {actions && <td className={css.cell} data-place="actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<R extends Row>({ column, place, children }: { column: Column<R>; place: string; children: ReactNode }) {
  return (
    <td className={css.cell} data-number={column.isNumber || undefined} data-from={column.from} data-place={place}>
      {children}
    </td>
  )
}

function SelectCell<R extends Row>({ row, selection, name }: { row: R; selection: Selection; name: string }) {
  const { t } = useTranslation()
  const toggle = (isOn: boolean) => {
    const ids = new Set(selection.ids)
    if (isOn) ids.add(row._id)
    else ids.delete(row._id)
    selection.set(ids)
  }
  return (
    <td className={css.cell} data-place="select">
      <Checkbox size="xs" checked={selection.ids.has(row._id)} onChange={event => toggle(event.currentTarget.checked)} aria-label={t('ui.list.selectRow', { name })} />
    </td>
  )
}

function Head<R extends Row>({ rows, columns, selection, actions, sort, onSort }: Props<R>) {
  const { t } = useTranslation()
  const chosen = selection ? rows.filter(row => selection.ids.has(row._id)).length : 0
  return (
    <thead className={css.head}>
      <tr>
        {selection && (
          <th className={css.title} data-place="select">
            <Checkbox size="xs" checked={chosen > 0 && chosen === rows.length} indeterminate={chosen > 0 && chosen < rows.length} aria-label={t('ui.list.selectAll')}
              onChange={event => selection.set(new Set(event.currentTarget.checked ? rows.map(row => row._id) : []))} />
          </th>
        )}
        {columns.map(column => <Title key={column.key} column={column} sort={sort} onSort={onSort} />)}
        {actions && <th className={css.title} data-place="actions"><span className="sw-hidden">{t('ui.list.actions')}</span></th>}
      </tr>
    </thead>
  )
}

function Title<R extends Row>({ column, sort, onSort }: { column: Column<R>; sort?: string | undefined; onSort?: ((sort: string | undefined) => void) | undefined }) {
  const { t } = useTranslation()
  const by = column.sort
  const direction = by === undefined ? undefined : sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector
  return (
    <th className={css.title} scope="col" style={{ width: column.width }} data-number={column.isNumber || undefined} data-from={column.from} aria-sort={direction}>
      {by !== undefined && onSort ? (
        <button type="button" className={css.sort} data-active={direction && true} title={t('ui.list.sortBy', { name: column.label })}
          onClick={() => onSort(direction === 'ascending' ? `-${by}` : direction === 'descending' ? undefined : by)}>
          {column.label}
          <Icon size={13} stroke={1.75} aria-hidden />
        </button>
      ) : column.label}
    </th>
  )
}

/** Rows that are still to come, in the shape of those that will. */
export function TableSkeleton<R extends Row>({ columns, rows = 10, label, selection }: { columns: readonly Column<R>[]; rows?: number; label: string; selection?: Selection | undefined }) {
  return (
    <div role="status" aria-label={label}>
      <table className={css.table} aria-hidden>
        <Head rows={[]} columns={columns} nameOf={() => ''} label="" selection={selection} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <tr key={row} className={css.row}>
              {selection && <td className={css.cell} data-place="select" />}
              {columns.map((column, index) => (
                <Cell key={column.key} column={column} place={index === 0 ? 'name' : (column.phone ?? 'line')}>
                  <span className={css.bone} style={{ width: index === 0 ? `${44 + ((row * 17) % 36)}%` : `${40 + ((row * 13 + index * 7) % 30)}%` }} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
