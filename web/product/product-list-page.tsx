import { Button, Menu } from '@mantine/core'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { productApi } from '#contract/product.ts'
import { queryOf } from '../lib/call/api.ts'
import { download } from '../lib/call/transfer.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { toast } from '../lib/page/toast.ts'
import { Can, useCan } from '../lib/session/can.tsx'
import { CountTabs } from '../list/count-tabs.tsx'
import { DataList } from '../list/data-list.tsx'
import { readQuery, useListState } from '../list/use-list-state.ts'
import { ArtEmptyProducts } from '../ui/art/art-empty-products.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageMoreButton } from '../ui/page/more-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useProductColumns } from './product-columns.tsx'
import { useProductFilters } from './product-filters.tsx'

const ProductBulk = lazy(() =>
  import('./product-bulk.tsx').then(({ ProductBulk: Component }) => ({ default: Component })),
)

/** What is sold, then what is not yet, then what is no longer. */
const shownFirst = [undefined, 'active', 'draft', 'archived'] as const

export function ProductListPage() {
  const { t } = useTranslation()
  const list = useListState(productApi.list.query, { name: 'product', tab: 'status' })
  const products = useQuery(queryOf(productApi.list, { query: list.query }))
  const counts = useQuery(queryOf(productApi.getCounts, {})).data
  const columns = useProductColumns()
  const filters = useProductFilters()
  const mayWrite = useCan('product:write')
  const tabs = shownFirst.map(value => ({
    value,
    label: t(`product.tab.${value ?? 'all'}`),
    count: counts?.[value ?? 'all'],
  }))
  return (
    <>
      <PageHeader title={t('product.list.title')} count={counts?.all}>
        <MoreMenu
          onExport={() =>
            download(productApi.export, { query: list.query }).catch(error =>
              toast.unclaimed(error),
            )
          }
        />
        <Can do="product:write">
          <Button
            component={Link}
            to="/apps/product/create"
            leftSection={<IconPlus size={16} stroke={1.75} />}
          >
            {t('product.list.add')}
          </Button>
        </Can>
      </PageHeader>
      {counts?.all !== 0 && (
        <CountTabs list={list} label={t('product.list.byStatus')} tabs={tabs} />
      )}
      <DataList
        label={t('product.list.title')}
        list={list}
        query={products}
        columns={columns}
        nameOf={row => row.title}
        linkOf={row => `/apps/product/update/${row._id}`}
        filters={filters}
        {...(mayWrite && {
          bulk: chosen => (
            <Suspense>
              <ProductBulk chosen={chosen} />
            </Suspense>
          ),
        })}
        empty={<NoProducts />}
      />
    </>
  )
}
ProductListPage.warm = (({ client, search }) =>
  client.prefetchQuery(
    queryOf(productApi.list, { query: readQuery(productApi.list.query, search) }),
  )) satisfies Warm

function MoreMenu({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <PageMoreButton label={t('product.list.more')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Can do="import:write">
          <Menu.Item
            component={Link}
            to="/apps/import"
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {t('product.list.import')}
          </Menu.Item>
        </Can>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onExport}>
          {t('product.list.export')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NoProducts() {
  const { t } = useTranslation()
  return (
    <EmptyState
      can="product:write"
      drawing={<ArtEmptyProducts />}
      title={t('product.list.emptyTitle')}
      text={t('product.list.emptyText')}
    >
      <Can do="product:write">
        <Button component={Link} to="/apps/product/create">
          {t('product.list.add')}
        </Button>
      </Can>
      <Can do="import:write">
        <Button component={Link} to="/apps/import" variant="default">
          {t('product.list.importFirst')}
        </Button>
      </Can>
    </EmptyState>
  )
}
