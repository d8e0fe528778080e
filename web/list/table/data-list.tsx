import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#contract/lib/call/api.ts'
import type { BulkTarget } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useReturnedRow } from '../../lib/navigation/list-scroll-position.ts'
import { EmptyState, type EmptyStateProps } from '../../ui/message/empty-state.tsx'
import { ErrorState } from '../../ui/message/error-state.tsx'
import { BulkToolbar } from '../bulk-toolbar.tsx'
import {
  FilterChips,
  formatFilterValue,
  type ListFilter,
  ListSearchField,
} from '../list-filters.tsx'
import { ListPager } from '../list-pager.tsx'
import { ListSortSelect } from '../list-sort-select.tsx'
import { useCorrectionText } from '../use-correction-text.ts'
import type { AnyListState, ListState, ListStateQuery } from '../use-list-state.ts'
import { ListViewControls } from '../view/list-view-controls.tsx'
import { useDefaultView, useLastPage } from '../view/use-default-view.ts'
import { type ListViewsState, useListViews } from '../view/use-list-views.ts'
import {
  getVisibleColumns,
  nullIfDefault,
  resolveColumnLayout,
  updateColumn,
} from './column-layout.ts'
import css from './data-list.module.css'
import { DataTable, type ListColumn, TableSkeleton } from './data-table.tsx'
import type { ListRow } from './table-column.ts'
import { useListSelection } from './use-selection.ts'

const loadNothingMatches = () => import('../../ui/art/nothing-matches.svg?raw')

export type DataListProps<R extends ListRow, Q extends ListStateQuery> = {
  /** The plural name of the rows, such as "Products". */
  label: string
  list: ListState<Q>
  query: UseQueryResult<Page<R>>
  columns: readonly ListColumn<R>[]
  getRowName: (row: R) => string
  getRowLink?: (row: R) => string
  filters?: readonly ListFilter[]
  /** Renders the row below the column names: `ColumnFilterRow`. */
  renderFilterRow?: (columns: readonly ListColumn<R>[]) => ReactNode
  /** Renders the buttons for the selected rows, which call `useBulkAction(route, target)`. */
  renderBulkActions?: (target: BulkTarget) => ReactNode
  actions?: ((row: R) => ReactNode) | undefined
  /** Shown if the list has no rows and no filters. */
  empty: EmptyStateProps | null
  /** Shown if the open tab has no rows and there are no other filters. */
  emptyTab?: EmptyStateProps | undefined
  hasSearch?: boolean
  /** The number of rows to expect, if known. Keeps the content below from moving. */
  expectedRowCount?: number
}

/**
 * A list with search, filters, bulk actions, table, pages, and its loading, error and empty states.
 */
export function DataList<R extends ListRow, Q extends ListStateQuery>(props: DataListProps<R, Q>) {
  const { label, list, query, columns, filters = [], renderBulkActions } = props
  const views = useListViews(list)
  useDefaultView(list, views)
  const isPastLastPage = useLastPage(list, query)
  const { density, columns: columnLayout } = views.layout
  const visibleColumns = useMemo(
    () => getVisibleColumns(columns, columnLayout),
    [columns, columnLayout],
  )
  const { sort: _sort, perPage = 10, page: currentPage = 1, after: _after, ...filter } = list.query
  const selection = useListSelection(JSON.stringify(filter))
  const page = isPastLastPage ? undefined : query.data
  const isEmpty = page !== undefined && page.items.length === 0
  const returnedRowId = useReturnedRow(page !== undefined)
  if (isEmpty && !list.isFiltered && currentPage === 1)
    return <div className={css.card}>{props.empty && <EmptyState {...props.empty} />}</div>

  const tableSelection = renderBulkActions && selection.selection
  const tableProps = {
    columns: visibleColumns,
    label,
    density: density ?? undefined,
    selection: tableSelection,
  }
  const handleResize = (key: string, width: number | null) =>
    views.saveLayout(layout => ({
      columns: nullIfDefault(
        columns,
        updateColumn(resolveColumnLayout(columns, layout.columns), key, { width }),
      ),
    }))
  return (
    <div className={css.card}>
      {renderBulkActions && page && (
        <BulkToolbar selection={selection} meta={page.meta} filter={filter}>
          {renderBulkActions}
        </BulkToolbar>
      )}
      <Toolbar
        {...props}
        filters={filters}
        views={views}
        isCovered={page !== undefined && selection.getSelectedCount(page.meta.total) > 0}
      />
      <SearchCorrections q={list.query.q} page={page} />
      {query.isError && !page && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {(query.isPending || isPastLastPage) && (
        <TableSkeleton
          {...tableProps}
          rows={Math.min(perPage, props.expectedRowCount ?? perPage)}
          hasActions={props.actions !== undefined}
        />
      )}
      {page && (!isEmpty || props.renderFilterRow) && (
        <DataTable
          {...tableProps}
          rows={page.items}
          getRowName={props.getRowName}
          getRowLink={props.getRowLink}
          actions={props.actions}
          isStale={query.isPlaceholderData}
          returnedRowId={returnedRowId}
          sort={list.query.sort ?? list.defaultSort}
          defaultSort={list.defaultSort}
          onSort={sort => list.setParam('sort', sort)}
          onResize={list.name && handleResize}
          filterRow={props.renderFilterRow?.(visibleColumns)}
        />
      )}
      {isEmpty && <EmptyPage list={list} filters={filters} emptyTab={props.emptyTab} />}
      {page && !isEmpty && (
        <ListPager
          meta={page.meta}
          rowCount={page.items.length}
          onPageChange={target => list.goToPage(target)}
          onPageSizeChange={list.setRowCount}
        />
      )}
    </div>
  )
}

type ToolbarProps<R extends ListRow, Q extends ListStateQuery> = Pick<
  DataListProps<R, Q>,
  'label' | 'list' | 'filters' | 'hasSearch' | 'columns'
> & { views: ListViewsState; isCovered: boolean }

function Toolbar<R extends ListRow, Q extends ListStateQuery>({
  label,
  list,
  filters = [],
  hasSearch = true,
  columns,
  views,
  isCovered,
}: ToolbarProps<R, Q>) {
  const { t } = useTranslation()
  const { lowercaseLabel } = useFormatters()
  const hasSort = columns.some(({ sort }) => sort)
  if (!hasSearch && filters.length === 0 && !hasSort) return null
  return (
    <div className={css.toolbar} role="search" inert={isCovered}>
      {hasSearch && (
        <ListSearchField
          value={list.query.q ?? ''}
          label={t('ui.list.searchIn', { list: lowercaseLabel(label) })}
          onSearch={q => list.setParam('q', q, { replace: true })}
        />
      )}
      {filters.length > 0 && (
        <FilterChips
          filters={filters}
          values={list.query}
          onChange={(key, value) => list.setParam(key, value)}
          onClear={list.clearFilters}
        />
      )}
      <ListSortSelect list={list} columns={columns} />
      {list.name && <ListViewControls list={list} views={views} columns={columns} />}
    </div>
  )
}

/** The status is always present, because screen readers announce only changes of one. */
function SearchCorrections({ q = '', page }: { q?: string; page?: Page<unknown> }) {
  const text = useCorrectionText(q, page?.items.length ? page.meta.corrections : undefined)
  return <div role="status">{text && <p className={css.corrections}>{text}</p>}</div>
}

/** Returns whether the tab is the only filter. */
const isOnlyTab = ({ tab, activeFilters }: AnyListState): boolean =>
  activeFilters.every(key => key === tab)

function EmptyPage<Q extends ListStateQuery>({
  emptyTab,
  ...props
}: NoResultsProps<Q> & { emptyTab: EmptyStateProps | undefined }) {
  return emptyTab && isOnlyTab(props.list) ? <EmptyState {...emptyTab} /> : <NoResults {...props} />
}

type NoResultsProps<Q extends ListStateQuery> = {
  list: ListState<Q>
  filters: readonly ListFilter[]
}

function NoResults<Q extends ListStateQuery>({ list, filters }: NoResultsProps<Q>) {
  const { t } = useTranslation()
  const format = useFormatters()
  const values: Record<string, unknown> = list.query
  const activeFilters = [
    ...(list.query.q ? [`“${list.query.q}”`] : []),
    ...filters
      .filter(({ key }) => list.activeFilters.includes(key))
      .map(filter =>
        t('ui.list.filterValue', {
          name: filter.label,
          value: formatFilterValue(filter, values[filter.key]),
        }),
      ),
  ]
  return (
    <EmptyState
      title={t('ui.list.noResults')}
      drawing={loadNothingMatches}
      text={
        activeFilters.length > 0 &&
        t('ui.list.noResultsHint', { filters: format.list(activeFilters) })
      }
    >
      <Button variant="default" onClick={list.clearFilters}>
        {t('ui.list.clearFilters')}
      </Button>
    </EmptyState>
  )
}
