import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type CategoryNode, categoryApi } from '#contract/category.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { BulkToolbar } from '../list/bulk-toolbar.tsx'
import { FilterChips, ListSearchField } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { useListState } from '../list/use-list-state.ts'
import { useListSelection } from '../list/use-selection.ts'
import { ArtEmptyCategories } from '../ui/art/art-empty-categories.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import css from './category.module.css'
import { CategoryAddForm } from './category-add-form.tsx'
import { CategoryBulkActions } from './category-bulk-actions.tsx'
import { CategoryDeleteDialog } from './category-delete-dialog.tsx'
import { CategoryDrawer } from './category-drawer.tsx'
import { CategoryMatches } from './category-matches.tsx'
import { getBranch, getChildren } from './category-moves.ts'
import { CategorySkeleton } from './category-skeleton.tsx'
import { CategoryTree } from './category-tree.tsx'

/** The category tree, paged by top-level categories; each page has all their subcategories. */
export function CategoryListPage() {
  const { t } = useTranslation()
  const tree = useQuery(queryOptionsFor(categoryApi.getTree, {}))
  const drawer = useCategoryDrawer()
  const [categoryToDelete, setCategoryToDelete] = useState<CategoryNode>()
  const isEmpty = tree.data?.length === 0
  const canWrite = usePermission('category:write')
  return (
    <>
      <PageHeader
        title={t('category.list.title')}
        count={tree.data?.length}
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
        <QueryBoundary query={tree} skeleton={<CategorySkeleton />}>
          {nodes =>
            nodes.length === 0 ? (
              <NoCategories />
            ) : (
              <CategoryBrowser nodes={nodes} onEdit={drawer.edit} onDelete={setCategoryToDelete} />
            )
          }
        </QueryBoundary>
      </div>
      {drawer.id && tree.data && (
        <CategoryDrawer
          key={drawer.id}
          id={drawer.id}
          nodes={tree.data}
          onClose={drawer.close}
          onDelete={setCategoryToDelete}
        />
      )}
      {categoryToDelete && tree.data && (
        <CategoryDeleteDialog
          node={categoryToDelete}
          nodes={tree.data}
          onClose={() => setCategoryToDelete(undefined)}
          onDeleted={drawer.close}
        />
      )}
    </>
  )
}
CategoryListPage.prefetch = (({ client }) =>
  client.prefetchQuery(queryOptionsFor(categoryApi.getTree, {}))) satisfies Prefetch

/** Keeps the category that is open in the drawer in the URL: `?edit=<id>` or `?edit=new`. */
function useCategoryDrawer() {
  const [params, setParams] = useSearchParams()
  const setOpenId = (id: string | null) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        if (id) next.set('edit', id)
        else next.delete('edit')
        return next
      },
      { preventScrollReset: true },
    )
  return {
    id: params.get('edit'),
    edit: (id: string) => setOpenId(id),
    close: () => setOpenId(null),
  }
}

type CategoryActions = { onEdit: (id: string) => void; onDelete: (node: CategoryNode) => void }

function CategoryBrowser({
  nodes,
  onEdit,
  onDelete,
}: CategoryActions & { nodes: readonly CategoryNode[] }) {
  const { t } = useTranslation()
  const list = useListState(categoryApi.list.query, 'category')
  const { q = '', status, page = 1, perPage = 10 } = list.query
  const roots = getChildren(nodes, null)
  const lastPage = Math.max(1, Math.ceil(roots.length / perPage))
  const rootsOnPage = roots.slice(
    (Math.min(page, lastPage) - 1) * perPage,
    Math.min(page, lastPage) * perPage,
  )
  const matches = nodes.filter(
    node =>
      (!status || node.status === status) && node.name.toLowerCase().includes(q.toLowerCase()),
  )
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
          nodes={nodes}
          matches={matches}
          onEdit={onEdit}
          onClear={list.clearFilters}
          selection={selection}
        />
      ) : (
        <CategoryTree
          nodes={nodes}
          pageNodes={rootsOnPage.flatMap(root => getBranch(nodes, root._id))}
          onEdit={onEdit}
          onDelete={onDelete}
          selection={selection}
        />
      )}
      {!q && !status && roots.length > 10 && (
        <ListPager
          meta={{
            page: Math.min(page, lastPage),
            perPage,
            total: roots.length,
            totalIsCapped: false,
            next: page < lastPage ? 'more' : null,
          }}
          rowCount={rootsOnPage.length}
          onPageChange={target => list.goToPage({ page: target.page })}
          onPageSizeChange={size => list.setParam('perPage', size)}
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
      illustration={<ArtEmptyCategories />}
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
