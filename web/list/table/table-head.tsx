import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnResizeHandle } from './column-resize-handle.tsx'
import {
  columnWidthStyle,
  type ListColumn,
  type ListRow,
  type RowSelection,
} from './table-column.ts'
import css from './table-head.module.css'

type SortProps = {
  sort?: string | undefined
  defaultSort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  onResize?: ((key: string, width: number | null) => void) | undefined
}
type Props<R extends ListRow> = SortProps & {
  rows: readonly R[]
  columns: readonly ListColumn<R>[]
  selection?: RowSelection | undefined
  hasActions: boolean
  /** A second row with a filter for each column. */
  filterRow?: ReactNode
}

export function TableHead<R extends ListRow>({
  rows,
  columns,
  selection,
  hasActions,
  filterRow,
  ...sorting
}: Props<R>) {
  const { t } = useTranslation()
  const selectedCount = selection ? rows.filter(row => selection.has(row._id)).length : 0
  return (
    <thead className={css.head}>
      <tr>
        {selection && (
          <th className={css.headerCell} data-position="select">
            <Checkbox
              size="xs"
              checked={selectedCount > 0 && selectedCount === rows.length}
              indeterminate={selectedCount > 0 && selectedCount < rows.length}
              aria-label={t('ui.list.selectAll')}
              onChange={event =>
                selection.toggleAll(
                  rows.map(row => row._id),
                  event.currentTarget.checked,
                )
              }
            />
          </th>
        )}
        {columns.map((column, index) => (
          <ColumnHeader
            key={column.key}
            column={column}
            isLast={index === columns.length - 1 && !hasActions}
            {...sorting}
          />
        ))}
        {hasActions && (
          <th className={css.headerCell} data-position="actions">
            <span className="sw-hidden">{t('ui.list.actions')}</span>
          </th>
        )}
      </tr>
      {filterRow}
    </thead>
  )
}

type SortDirection = 'ascending' | 'descending'
const sortIcons = { ascending: IconArrowUp, descending: IconArrowDown }

function getSortDirection(field?: string, sort?: string): SortDirection | undefined {
  if (field === undefined) return undefined
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : undefined
}

/**
 * Returns the sort after a click: ascending, descending, then the default. The default itself only
 * changes its direction.
 */
function getNextSort(field: string, { sort, defaultSort }: SortProps) {
  if (sort === field) return `-${field}`
  return sort === `-${field}` && sort !== defaultSort ? undefined : field
}

function ColumnHeader<R extends ListRow>({
  column,
  isLast,
  onResize,
  ...sorting
}: SortProps & { column: ListColumn<R>; isLast: boolean }) {
  const { t } = useTranslation()
  const sortField = column.sort
  const { sort, onSort } = sorting
  const direction = getSortDirection(sortField, sort)
  const Icon = direction ? sortIcons[direction] : IconSelector
  return (
    <th
      className={css.headerCell}
      scope="col"
      style={column.widthPx === undefined ? { width: column.width } : columnWidthStyle(column)}
      data-number={column.isNumber || undefined}
      data-min-screen={column.minScreen}
      data-sized={column.widthPx !== undefined || undefined}
      aria-sort={direction}
    >
      {sortField !== undefined && onSort ? (
        <button
          type="button"
          className={css.sort}
          data-active={direction && true}
          title={t('ui.list.sortBy', { name: column.label })}
          onClick={() => onSort(getNextSort(sortField, sorting))}
        >
          {column.label}
          <Icon size={13} stroke={1.75} aria-hidden />
        </button>
      ) : (
        column.label
      )}
      {onResize && !isLast && (
        <ColumnResizeHandle
          columnKey={column.key}
          label={column.label}
          widthPx={column.widthPx}
          onResize={onResize}
        />
      )}
    </th>
  )
}
