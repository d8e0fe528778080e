import { Popover, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  FilterChoice,
  formatFilterValue,
  type ListFilter,
  ListSearchField,
} from '../list-filters.tsx'
import type { AnyListState } from '../use-list-state.ts'
import css from './column-filter-row.module.css'
import type { ListColumn, ListRow } from './table-column.ts'

type ListProps = { list: Pick<AnyListState, 'query' | 'setParam'> }
type Props<R extends ListRow> = ListProps & {
  columns: readonly ListColumn<R>[]
  filters: readonly ListFilter[]
}

/**
 * The row below the column names, with the filters that `filterKeys` of each column names. On a phone,
 * where a table has no head, the filters above the list replace it.
 */
export function ColumnFilterRow<R extends ListRow>({ list, columns, filters }: Props<R>) {
  return (
    <tr className={css.row}>
      {columns.map(({ key, label, minScreen, filterKeys = [] }) => (
        <td key={key} className={css.cell} data-min-screen={minScreen}>
          <ColumnFilter
            list={list}
            label={label}
            filters={filters.filter(filter => filterKeys.includes(filter.key))}
          />
        </td>
      ))}
    </tr>
  )
}

type FilterProps = ListProps & { label: string; filters: readonly ListFilter[] }

function ColumnFilter({ list, label, filters }: FilterProps) {
  const { t } = useTranslation()
  const [filter] = filters
  if (!filter) return null
  const values: Record<string, unknown> = list.query
  if (filter.isText)
    return (
      <ListSearchField
        value={String(values[filter.key] ?? '')}
        label={t('dataTable.filterBy', { name: label })}
        onSearch={text => list.setParam(filter.key, text, { replace: true })}
      />
    )
  return <ColumnFilterButton list={list} label={label} filters={filters} />
}

/** Shows the values of a column’s filters, and opens their choices. */
function ColumnFilterButton({ list, label, filters }: FilterProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const values: Record<string, unknown> = list.query
  const texts = filters.map(filter => formatFilterValue(filter, values[filter.key]))
  // The two ends of a range.
  const valueText = texts.some(text => text) ? texts.join(' – ') : t('dataTable.any')
  const name = t('dataTable.filterBy', { name: label })
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={css.button}
          data-active={texts.some(text => text) || undefined}
          aria-label={`${name}: ${valueText}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={css.value}>{valueText}</span>
          <IconChevronDown size={13} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={name}>
        <Stack gap={10}>
          {filters.map(filter => {
            const value = values[filter.key]
            const change = (newValue: unknown) => list.setParam(filter.key, newValue)
            return filter.render ? (
              <div key={filter.key}>{filter.render(value, change)}</div>
            ) : (
              <FilterChoice key={filter.key} filter={filter} value={value} onChange={change} />
            )
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
