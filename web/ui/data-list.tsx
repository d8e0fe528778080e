import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#contract/lib/api.ts'
import type { ListState } from '../lib/use-list-state.ts'
import { ArtNothingMatches } from './art/art-nothing-matches.tsx'
import css from './data-list.module.css'
import { type Column, DataTable, type Row, TableSkeleton } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { type Filter, FilterChips, SearchBox, sayFilter } from './list-filters.tsx'
import { ListPager } from './list-pager.tsx'

type Known = { page?: number | undefined; perPage?: number | undefined; q?: string | undefined; sort?: string | undefined }
export type DataListProps<R extends Row, Q extends Known> = {
  /** Of all rows together: "Products". */
  label: string
  list: ListState<Q>
  query: UseQueryResult<Page<R>>
  columns: readonly Column<R>[]
  nameOf: (row: R) => string
  linkOf?: (row: R) => string
  filters?: readonly Filter[]
  /** What can be done with the chosen rows; draws buttons. Call `done` to choose none. */
  bulk?: (ids: readonly string[], done: () => void) => ReactNode
  actions?: (row: R) => ReactNode
  /** For a list that has nothing in it at all. */
  empty: ReactNode
  hasSearch?: boolean
}

/** Search, filters, bulk bar, table, pages, and each of the states a list can be in. */
export function DataList<R extends Row, Q extends Known>(props: DataListProps<R, Q>) {
  const { label, list, query, columns, filters = [], bulk } = props
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const page = query.data
  const isEmpty = page !== undefined && page.items.length === 0
  const selection = bulk && { ids, set: setIds }
  if (isEmpty && !list.isFiltered && (list.query.page ?? 1) === 1) return <div className={css.card}>{props.empty}</div>

  const chosen = page?.items.filter(row => ids.has(row._id)).map(row => row._id) ?? []
  return (
    <div className={css.card}>
      {bulk && chosen.length > 0
        ? <BulkBar count={chosen.length} clear={() => setIds(new Set())}>{bulk(chosen, () => setIds(new Set()))}</BulkBar>
        : <Toolbar {...props} filters={filters} />}
      {query.isError && !page && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <TableSkeleton columns={columns} rows={list.query.perPage ?? 10} label={label} selection={selection} />}
      {isEmpty && <NothingMatches list={list} filters={filters} />}
      {page && !isEmpty && (
        <>
          <DataTable rows={page.items} columns={columns} nameOf={props.nameOf} linkOf={props.linkOf} actions={props.actions} label={label}
            isStale={query.isPlaceholderData} sort={list.query.sort} onSort={sort => list.setOne('sort', sort)}
            selection={selection} />
          <ListPager meta={page.meta} shown={page.items.length} onMove={to => list.move(to)} onPerPage={perPage => list.setOne('perPage', perPage)} />
        </>
      )}
    </div>
  )
}

function Toolbar<R extends Row, Q extends Known>({ label, list, filters = [], hasSearch = true }: DataListProps<R, Q>) {
  const { t } = useTranslation()
  if (!hasSearch && filters.length === 0) return null
  return (
    <div className={css.toolbar} role="search">
      {hasSearch && <SearchBox value={list.query.q ?? ''} label={t('ui.list.searchIn', { things: label.toLowerCase() })} onSearch={q => list.setOne('q', q, { replace: true })} />}
      {filters.length > 0 && <FilterChips filters={filters} values={list.query} onChange={(key, value) => list.setOne(key, value)} onClear={list.clear} />}
    </div>
  )
}

function BulkBar({ count, clear, children }: { count: number; clear: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={css.bulk} role="toolbar" aria-label={t('ui.list.selected', { count })}>
      <span aria-live="polite" className={css.bulkCount}>{t('ui.list.selected', { count })}</span>
      {children}
      <Button variant="subtle" color="gray" size="compact-sm" ml="auto" onClick={clear}>{t('ui.list.unselect')}</Button>
    </div>
  )
}

function NothingMatches<Q extends Known>({ list, filters }: { list: ListState<Q>; filters: readonly Filter[] }) {
  const { t } = useTranslation()
  const values: Record<string, unknown> = list.query
  const said = [
    ...(list.query.q ? [`“${list.query.q}”`] : []),
    ...filters.filter(({ key }) => list.active.includes(key)).map(filter => t('ui.list.is', { name: filter.label, value: sayFilter(filter, values[filter.key]) })),
  ]
  return (
    <EmptyState title={t('ui.list.nothing')} drawing={<ArtNothingMatches />} text={said.length > 0 && t('ui.list.nothingHint', { filters: said.join(', ') })}>
      <Button variant="default" onClick={list.clear}>{t('ui.list.clear')}</Button>
    </EmptyState>
  )
}
