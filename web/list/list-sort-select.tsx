import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './table/data-list.module.css'
import type { AnyListState } from './use-list-state.ts'

type SortableColumn = { label: string; sort?: string }

/** Selects the order on phones, where the list has no column headers. */
export function ListSortSelect({
  list,
  columns,
}: {
  list: Pick<AnyListState, 'query' | 'defaultSort' | 'setParam'>
  columns: readonly SortableColumn[]
}) {
  const { t } = useTranslation()
  const options = columns.flatMap(({ label, sort }) =>
    sort
      ? [
          { value: sort, label: t('ui.list.ascending', { name: label }) },
          { value: `-${sort}`, label: t('ui.list.descending', { name: label }) },
        ]
      : [],
  )
  if (options.length === 0) return null
  const { defaultSort, query } = list
  if (!options.some(({ value }) => value === defaultSort))
    options.unshift({ value: defaultSort, label: t('ui.list.defaultSort') })
  return (
    <NativeSelect
      className={css.sortSelect}
      aria-label={t('ui.list.sort')}
      data={options}
      value={query.sort ?? defaultSort}
      onChange={({ currentTarget: { value } }) =>
        list.setParam('sort', value === defaultSort ? undefined : value)
      }
    />
  )
}
