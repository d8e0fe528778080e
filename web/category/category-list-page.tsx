import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { ListMeta } from '#contract/lib/call/api.ts'
import { categoryApi } from '#contract/product/category.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { BulkToolbar } from '../list/bulk-toolbar.tsx'
import { FilterChips, ListSearchField } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { useListSelection } from '../list/table/use-selection.ts'
import { prefetchList } from '../list/use-list.ts'
import { type ListState, useListState } from '../list/use-list-state.ts'
import { useLastPage } from '../list/view/use-default-view.ts'
import emptyCategoriesDrawing from '../ui/art/empty-categories.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { LinkButton } from '../ui/page/link-button.tsx'
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

const categoryList = { route: categoryApi.listRows, name: 'category' } as const

/**
 * The category tree, paged by top-level categories. Subcategories are loaded when their parent is
 * opened. It is no `ListPage`, because its rows are a tree that the user sorts, not a table.
 */
export function CategoryListPage() {
  const { t } = useTranslation()
  const list = useListState(categoryList.route.query, categoryList.name)
  const tree = useCategoryRows(list.query)
  const isPastLastPage = useLastPage(list, tree.rows)
  const total = useQuery(queryOptionsFor(categoryApi.list, { query: { perPage: 1 } })).data?.meta
  const drawer = useDialogParam('edit')
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
        <AddButton
          can="category:write"
          label={t('category.list.add')}
          onClick={() => drawer.open('new')}
        />
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
                onEdit={drawer.open}
                onDelete={setCategoryToDelete}
              />
            )
          }}
        </QueryBoundary>
      </div>
      {drawer.value && (
        <CategoryDrawer
          key={drawer.value}
          id={drawer.value}
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
CategoryListPage.prefetch = prefetchList(categoryList)

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
      <LinkButton
        can="import:write"
        to="/apps/import"
        label={t('category.list.importProducts')}
        variant="subtle"
      />
    </EmptyState>
  )
}
