import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { ListMeta } from '#contract/lib/call/api.ts'
import { categoryApi } from '#contract/product/category.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { BulkToolbar } from '../list/bulk-toolbar.tsx'
import { FilterChips, ListSearchField } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { useListSelection } from '../list/table/use-selection.ts'
import { type ListState, parseListQuery, useListState } from '../list/use-list-state.ts'
import { useLastPage } from '../list/view/use-default-view.ts'
import emptyCategoriesDrawing from '../ui/art/empty-categories.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './category.module.css'
import { CategoryAddForm } from './category-add-form.tsx'
import { CategoryBulkActions } from './category-bulk-actions.tsx'
import { CategoryDeleteDialog, type CategoryToDelete } from './category-delete-dialog.tsx'
import { CategoryDrawer } from './category-drawer.tsx'
import { CategoryMatches } from './category-matches.tsx'
import { countChildren } from './category-moves.ts'
import { CategorySkeleton } from './category-skeleton.tsx'
import { CategoryTree } from './category-tree.tsx'
import { useCategoryRows } from './use-category-rows.ts'

/**
 * The category tree, paged by top-level categories. Subcategories are loaded when their parent is
 * opened.
 */
export function CategoryListPage() {
  const { t } = useTranslation()
  const list = useListState(categoryApi.listRows.query, 'category')
  const tree = useCategoryRows(list.query)
  const isPastLastPage = useLastPage(list, tree.rows)
  const total = useQuery(queryOptionsFor(categoryApi.list, { query: { perPage: 1 } })).data?.meta
  const drawer = useCategoryDrawer()
  const [categoryToDelete, setCategoryToDelete] = useState<CategoryToDelete>()
  const isEmpty = total?.total === 0
  const canWrite = usePermission('category:write')
  return (
    <>
      <PageHeader
        title={t('category.list.title')}
        count={total?.total}
        isCountCapped={total?.totalIsCapped}
        subtitle={!isEmpty && canWrite && t('category.list.subtitle')}
      >
        <PermissionGate permission="category:write">
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => drawer.edit('new')}
          >
            {t('category.list.add')}
          </Button>
        </PermissionGate>
      </PageHeader>
      <div className={css.card}>
        <QueryBoundary query={tree.rows} skeleton={<CategorySkeleton />}>
          {({ meta }) => {
            if (isPastLastPage) return <CategorySkeleton />
            if (meta.total === 0 && !list.isFiltered) return <NoCategories />
            return (
              <CategoryBrowser
                list={list}
                tree={tree}
                meta={meta}
                onEdit={drawer.edit}
                onDelete={setCategoryToDelete}
              />
            )
          }}
        </QueryBoundary>
      </div>
      {drawer.id && (
        <CategoryDrawer
          key={drawer.id}
          id={drawer.id}
          onClose={drawer.close}
          onTopLevelAdded={() => {
            const meta = tree.rows.data?.meta
            if (list.isFiltered || !meta) drawer.close()
            else drawer.closeAtPage(getPageOfAdded(meta))
          }}
          onDelete={setCategoryToDelete}
        />
      )}
      {categoryToDelete && (
        <CategoryDeleteDialog
          node={categoryToDelete}
          onClose={() => setCategoryToDelete(undefined)}
          onDeleted={drawer.close}
        />
      )}
    </>
  )
}
CategoryListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(categoryApi.listRows, {
      query: parseListQuery(categoryApi.listRows.query, search, 'category'),
    }),
  )) satisfies Prefetch

/** Keeps the category that is open in the drawer in the URL: `?edit=<id>` or `?edit=new`. */
function useCategoryDrawer() {
  const [params, setParams] = useSearchParams()
  const changeParams = (change: (params: URLSearchParams) => void) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        change(next)
        return next
      },
      { preventScrollReset: true },
    )
  return {
    id: params.get('edit'),
    edit: (id: string) => changeParams(next => next.set('edit', id)),
    close: () => changeParams(next => next.delete('edit')),
    /** Closes the drawer and opens a page of the list. */
    closeAtPage: (page: number) =>
      changeParams(next => {
        next.delete('edit')
        next.set('page', String(page))
      }),
  }
}

/** Returns the last page after a category was added: a new category is the last one. */
const getPageOfAdded = ({ total, perPage }: ListMeta) => Math.ceil((total + 1) / perPage)

type BrowserProps = {
  list: ListState<z.infer<typeof categoryApi.listRows.query>>
  tree: ReturnType<typeof useCategoryRows>
  meta: ListMeta
  onEdit: (id: string) => void
  onDelete: (node: CategoryToDelete) => void
}

function CategoryBrowser({ list, tree, meta, onEdit, onDelete }: BrowserProps) {
  const { t } = useTranslation()
  const { q = '', status } = list.query
  const statuses = [
    { value: 'visible', label: t('category.status.visible') },
    { value: 'hidden', label: t('category.status.hidden') },
  ]
  const selectedState = useListSelection('')
  const selection = usePermission('category:write') ? selectedState.selection : undefined
  const { size } = selectedState.ids
  return (
    <>
      {/* The selection holds only ids: a tree has no filter by which to select all matches. */}
      <BulkToolbar
        selection={selectedState}
        meta={{ page: 1, perPage: size, total: size, totalIsCapped: false, next: null }}
        filter={{}}
      >
        {bulkSelection => <CategoryBulkActions selection={bulkSelection} />}
      </BulkToolbar>
      {size === 0 && (
        <div className={css.toolbar} role="search">
          <ListSearchField
            value={q}
            label={t('category.list.search')}
            onSearch={value => list.setParam('q', value, { replace: true })}
          />
          <FilterChips
            filters={[
              {
                key: 'status',
                label: t('category.list.status'),
                options: statuses,
                isSingleChoice: true,
              },
            ]}
            values={list.query}
            onChange={(key, value) => list.setParam(key, value)}
            onClear={list.clearFilters}
          />
        </div>
      )}
      {q || status ? (
        <CategoryMatches
          matches={tree.rows.data?.items ?? []}
          onEdit={onEdit}
          onClear={list.clearFilters}
          selection={selection}
        />
      ) : (
        <CategoryTree
          nodes={tree.nodes}
          rootCount={meta.total}
          openIds={tree.openIds}
          onOpenChange={tree.setOpen}
          onTopLevelAdded={() => list.goToPage({ page: getPageOfAdded(meta) })}
          onEdit={onEdit}
          onDelete={node => onDelete({ ...node, childCount: countChildren(tree.nodes, node._id) })}
          selection={selection}
        />
      )}
      {meta.total > 10 && (
        <ListPager
          meta={meta}
          rowCount={tree.rows.data?.items.length ?? 0}
          onPageChange={target => list.goToPage({ page: target.page })}
          onPageSizeChange={list.setRowCount}
        />
      )}
    </>
  )
}

function NoCategories() {
  const { t } = useTranslation()
  return (
    <EmptyState
      can="category:write"
      drawing={emptyCategoriesDrawing}
      title={t('category.list.empty')}
      text={t('category.list.emptyText')}
    >
      <PermissionGate permission="category:write">
        <CategoryAddForm parent={null} isStandalone />
      </PermissionGate>
      <PermissionGate permission="import:write">
        <Button component={Link} to="/apps/import" variant="subtle">
          {t('category.list.importProducts')}
        </Button>
      </PermissionGate>
    </EmptyState>
  )
}
