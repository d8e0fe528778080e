import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#contract/lib/api.ts'
import type { Chosen } from '../lib/call/use-bulk.ts'
import { useFormat } from '../lib/format.ts'
import { useRowCameFrom } from '../lib/navigation/list-place.ts'
import { ArtNothingMatches } from '../ui/art/art-nothing-matches.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import css from './data-list.module.css'
import { type Column, DataTable, TableSkeleton } from './data-table.tsx'
import { ListArrange } from './list-arrange.tsx'
import { ListBulk } from './list-bulk.tsx'
import { type Filter, FilterChips, SearchBox, sayFilter } from './list-filters.tsx'
import { orNothing, placesOf, shownColumns, withPlace } from './list-layout.ts'
import { ListPager } from './list-pager.tsx'
import type { Row } from './table-column.ts'
import { useDefaultView, useLastPage } from './use-list-entry.ts'
import type { ListState } from './use-list-state.ts'
import { type ListViewsState, useListViews } from './use-list-views.ts'
import { useSelection } from './use-selection.ts'

type Known = {
  page?: number | undefined
  perPage?: number | undefined
  q?: string | undefined
  after?: string | undefined
  sort?: string | undefined
}
export type DataListProps<R extends Row, Q extends Known> = {
  /** Of all rows together: "Products". */
  label: string
  list: ListState<Q>
  query: UseQueryResult<Page<R>>
  columns: readonly Column<R>[]
  nameOf: (row: R) => string
  linkOf?: (row: R) => string
  filters?: readonly Filter[]
  /** Buttons for what can be done with the chosen rows: `useBulk(route, chosen)`. */
  bulk?: (chosen: Chosen) => ReactNode
  actions?: (row: R) => ReactNode
  /** For a list that has nothing in it at all. */
  empty: ReactNode
  hasSearch?: boolean
  /** How many rows will come, where that is known before: what stands below then stays where it is. */
  expected?: number
}

/** Search, filters, bulk bar, table, pages, and each of the states a list can be in. */
export function DataList<R extends Row, Q extends Known>(props: DataListProps<R, Q>) {
  const { label, list, query, columns, filters = [], bulk } = props
  const views = useListViews(list)
  useDefaultView(list, views)
  const isBeyond = useLastPage(list, query)
  const { density, columns: places } = views.layout
  const shown = useMemo(() => shownColumns(columns, places), [columns, places])
  const { sort: _sort, perPage = 10, page: at = 1, after: _after, ...where } = list.query
  const selected = useSelection(JSON.stringify(where))
  const page = isBeyond ? undefined : query.data
  const isEmpty = page !== undefined && page.items.length === 0
  const backTo = useRowCameFrom(page !== undefined)
  if (isEmpty && !list.isFiltered && at === 1) return <div className={css.card}>{props.empty}</div>

  const selection = bulk && selected.selection
  const looks = { columns: shown, label, density: density ?? undefined, selection }
  const resize = (key: string, width: number | null) =>
    views.keep({
      columns: orNothing(columns, withPlace(placesOf(columns, places), key, { width })),
    })
  return (
    <div className={css.card}>
      {bulk && page && (
        <ListBulk selected={selected} meta={page.meta} label={label} where={where}>
          {bulk}
        </ListBulk>
      )}
      {(!page || selected.countOf(page.meta.total) === 0) && (
        <Toolbar {...props} filters={filters} views={views} />
      )}
      {query.isError && !page && (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {(query.isPending || isBeyond) && (
        <TableSkeleton
          {...looks}
          rows={Math.min(perPage, props.expected ?? perPage)}
          hasActions={props.actions !== undefined}
        />
      )}
      {isEmpty && <NothingMatches list={list} filters={filters} />}
      {page && !isEmpty && (
        <>
          <DataTable
            {...looks}
            rows={page.items}
            nameOf={props.nameOf}
            linkOf={props.linkOf}
            actions={props.actions}
            isStale={query.isPlaceholderData}
            backTo={backTo}
            sort={list.query.sort}
            onSort={sort => list.setOne('sort', sort)}
            onResize={list.name && resize}
          />
          <ListPager
            meta={page.meta}
            shown={page.items.length}
            onMove={to => list.move(to)}
            onPerPage={size => list.setOne('perPage', size)}
          />
        </>
      )}
    </div>
  )
}

type ToolbarProps<R extends Row, Q extends Known> = Pick<
  DataListProps<R, Q>,
  'label' | 'list' | 'filters' | 'hasSearch' | 'columns'
> & { views: ListViewsState }

function Toolbar<R extends Row, Q extends Known>({
  label,
  list,
  filters = [],
  hasSearch = true,
  columns,
  views,
}: ToolbarProps<R, Q>) {
  const { t } = useTranslation()
  const { within } = useFormat()
  if (!hasSearch && filters.length === 0) return null
  return (
    <div className={css.toolbar} role="search">
      {hasSearch && (
        <SearchBox
          value={list.query.q ?? ''}
          label={t('ui.list.searchIn', { things: within(label) })}
          onSearch={q => list.setOne('q', q, { replace: true })}
        />
      )}
      {filters.length > 0 && (
        <FilterChips
          filters={filters}
          values={list.query}
          onChange={(key, value) => list.setOne(key, value)}
          onClear={list.clear}
        />
      )}
      {list.name && <ListArrange list={list} views={views} columns={columns} />}
    </div>
  )
}

function NothingMatches<Q extends Known>({
  list,
  filters,
}: {
  list: ListState<Q>
  filters: readonly Filter[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const values: Record<string, unknown> = list.query
  const said = [
    ...(list.query.q ? [`“${list.query.q}”`] : []),
    ...filters
      .filter(({ key }) => list.active.includes(key))
      .map(filter =>
        t('ui.list.is', { name: filter.label, value: sayFilter(filter, values[filter.key]) }),
      ),
  ]
  return (
    <EmptyState
      title={t('ui.list.nothing')}
      drawing={<ArtNothingMatches />}
      text={said.length > 0 && t('ui.list.nothingHint', { filters: format.list(said) })}
    >
      <Button variant="default" onClick={list.clear}>
        {t('ui.list.clear')}
      </Button>
    </EmptyState>
  )
}
