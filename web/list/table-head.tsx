import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ColumnEdge } from './column-edge.tsx'
import css from './data-table.module.css'
import { type Column, type Row, type Selection, sizedStyle } from './table-column.ts'

type Sorting = {
  sort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  onResize?: ((key: string, width: number | null) => void) | undefined
}
type Props<R extends Row> = Sorting & {
  rows: readonly R[]
  columns: readonly Column<R>[]
  selection?: Selection | undefined
  hasActions: boolean
}

export function TableHead<R extends Row>({
  rows,
  columns,
  selection,
  hasActions,
  ...sorting
}: Props<R>) {
  const { t } = useTranslation()
  const chosen = selection ? rows.filter(row => selection.has(row._id)).length : 0
  return (
    <thead className={css.head}>
      <tr>
        {selection && (
          <th className={css.title} data-place="select">
            <Checkbox
              size="xs"
              checked={chosen > 0 && chosen === rows.length}
              indeterminate={chosen > 0 && chosen < rows.length}
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
          <Title
            key={column.key}
            column={column}
            isLast={index === columns.length - 1 && !hasActions}
            {...sorting}
          />
        ))}
        {hasActions && (
          <th className={css.title} data-place="actions">
            <span className="sw-hidden">{t('ui.list.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function Title<R extends Row>({
  column,
  isLast,
  sort,
  onSort,
  onResize,
}: Sorting & { column: Column<R>; isLast: boolean }) {
  const { t } = useTranslation()
  const by = column.sort
  const direction =
    by === undefined
      ? undefined
      : sort === by
        ? 'ascending'
        : sort === `-${by}`
          ? 'descending'
          : undefined
  const Icon =
    direction === 'ascending'
      ? IconArrowUp
      : direction === 'descending'
        ? IconArrowDown
        : IconSelector
  return (
    <th
      className={css.title}
      scope="col"
      style={column.px === undefined ? { width: column.width } : sizedStyle(column)}
      data-number={column.isNumber || undefined}
      data-from={column.from}
      data-sized={column.px !== undefined || undefined}
      aria-sort={direction}
    >
      {by !== undefined && onSort ? (
        <button
          type="button"
          className={css.sort}
          data-active={direction && true}
          title={t('ui.list.sortBy', { name: column.label })}
          onClick={() =>
            onSort(
              direction === 'ascending' ? `-${by}` : direction === 'descending' ? undefined : by,
            )
          }
        >
          {column.label}
          <Icon size={13} stroke={1.75} aria-hidden />
        </button>
      ) : (
        column.label
      )}
      {onResize && !isLast && (
        <ColumnEdge
          columnKey={column.key}
          label={column.label}
          px={column.px}
          onResize={onResize}
        />
      )}
    </th>
  )
}
