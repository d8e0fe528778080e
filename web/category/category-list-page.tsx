import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { type CategoryNode, categoryApi } from '#contract/category.ts'
import { queryOf } from '../lib/call/api.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can, useCan } from '../lib/session/can.tsx'
import { ListBulk } from '../list/list-bulk.tsx'
import { FilterChips, SearchBox } from '../list/list-filters.tsx'
import { ListPager } from '../list/list-pager.tsx'
import { useListState } from '../list/use-list-state.ts'
import { useSelection } from '../list/use-selection.ts'
import { ArtEmptyCategories } from '../ui/art/art-empty-categories.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './category.module.css'
import { CategoryAdd } from './category-add.tsx'
import { CategoryBulk } from './category-bulk.tsx'
import { CategoryDelete } from './category-delete.tsx'
import { CategoryDrawer } from './category-drawer.tsx'
import { CategoryMatches } from './category-matches.tsx'
import { branchOf, childrenOf } from './category-moves.ts'
import { CategorySkeleton } from './category-skeleton.tsx'
import { CategoryTree } from './category-tree.tsx'

/** The tree of a store: ten top categories a page, each with all that lies below it. */
export function CategoryListPage() {
  const { t } = useTranslation()
  const tree = useQuery(queryOf(categoryApi.getTree, {}))
  const open = useOpenCategory()
  const [leaving, setLeaving] = useState<CategoryNode>()
  const isEmpty = tree.data?.length === 0
  const mayWrite = useCan('category:write')
  return (
    <>
      <PageHeader
        title={t('category.list.title')}
        count={tree.data?.length}
        subtitle={!isEmpty && mayWrite && t('category.list.subtitle')}
      >
        <Can do="category:write">
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => open.edit('new')}
          >
            {t('category.list.add')}
          </Button>
        </Can>
      </PageHeader>
      <div className={css.card}>
        <Loaded query={tree} skeleton={<CategorySkeleton />}>
          {nodes =>
            nodes.length === 0 ? (
              <NoCategories />
            ) : (
              <Arranged nodes={nodes} onEdit={open.edit} onDelete={setLeaving} />
            )
          }
        </Loaded>
      </div>
      {open.id && tree.data && (
        <CategoryDrawer
          key={open.id}
          id={open.id}
          nodes={tree.data}
          onClose={open.close}
          onDelete={setLeaving}
        />
      )}
      {leaving && tree.data && (
        <CategoryDelete
          node={leaving}
          nodes={tree.data}
          onClose={() => setLeaving(undefined)}
          onDeleted={open.close}
        />
      )}
    </>
  )
}
CategoryListPage.warm = (({ client }) =>
  client.prefetchQuery(queryOf(categoryApi.getTree, {}))) satisfies Warm

/** Which category is open in the drawer is in the address bar: `?edit=<id>` or `?edit=new`. */
function useOpenCategory() {
  const [params, setParams] = useSearchParams()
  const set = (id: string | null) =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        if (id) next.set('edit', id)
        else next.delete('edit')
        return next
      },
      { preventScrollReset: true },
    )
  return { id: params.get('edit'), edit: (id: string) => set(id), close: () => set(null) }
}

type Acts = { onEdit: (id: string) => void; onDelete: (node: CategoryNode) => void }

function Arranged({ nodes, onEdit, onDelete }: Acts & { nodes: readonly CategoryNode[] }) {
  const { t } = useTranslation()
  const list = useListState(categoryApi.list.query)
  const { q = '', status, page = 1, perPage = 10 } = list.query
  const roots = childrenOf(nodes, null)
  const last = Math.max(1, Math.ceil(roots.length / perPage))
  const shown = roots.slice((Math.min(page, last) - 1) * perPage, Math.min(page, last) * perPage)
  const matches = nodes.filter(
    node =>
      (!status || node.status === status) && node.name.toLowerCase().includes(q.toLowerCase()),
  )
  const statuses = [
    { value: 'visible', label: t('category.status.visible') },
    { value: 'hidden', label: t('category.status.hidden') },
  ]
  const selected = useSelection('')
  const selection = useCan('category:write') ? selected.selection : undefined
  const { size } = selected.ids
  return (
    <>
      {/* A tree is chosen by name alone: there is no "all that match" of it. */}
      <ListBulk
        selected={selected}
        meta={{ page: 1, perPage: size, total: size, totalIsCapped: false, next: null }}
        label={t('category.list.title')}
        where={{}}
      >
        {chosen => <CategoryBulk chosen={chosen} />}
      </ListBulk>
      {size === 0 && (
        <div className={css.toolbar} role="search">
          <SearchBox
            value={q}
            label={t('category.list.search')}
            onSearch={value => list.setOne('q', value, { replace: true })}
          />
          <FilterChips
            filters={[
              { key: 'status', label: t('category.list.status'), options: statuses, single: true },
            ]}
            values={list.query}
            onChange={(key, value) => list.setOne(key, value)}
            onClear={list.clear}
          />
        </div>
      )}
      {q || status ? (
        <CategoryMatches
          nodes={nodes}
          matches={matches}
          onEdit={onEdit}
          onClear={list.clear}
          selection={selection}
        />
      ) : (
        <CategoryTree
          nodes={nodes}
          page={shown.flatMap(root => branchOf(nodes, root._id))}
          onEdit={onEdit}
          onDelete={onDelete}
          selection={selection}
        />
      )}
      {!q && !status && roots.length > 10 && (
        <ListPager
          meta={{
            page: Math.min(page, last),
            perPage,
            total: roots.length,
            totalIsCapped: false,
            next: page < last ? 'more' : null,
          }}
          shown={shown.length}
          onMove={to => list.move({ page: to.page })}
          onPerPage={size => list.setOne('perPage', size)}
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
      drawing={<ArtEmptyCategories />}
      title={t('category.list.empty')}
      text={t('category.list.emptyText')}
    >
      <Can do="category:write">
        <CategoryAdd parent={null} isAlone />
      </Can>
      <Can do="import:write">
        <Button component={Link} to="/apps/import" variant="subtle">
          {t('category.list.importFirst')}
        </Button>
      </Can>
    </EmptyState>
  )
}
