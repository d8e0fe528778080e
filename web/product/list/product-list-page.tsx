import { Button, Menu } from '@mantine/core'
import { IconDownload, IconPlus, IconStar, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { download } from '../../lib/call/transfer.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath, recordListPaths } from '../../lib/navigation/record-paths.ts'
import { toast } from '../../lib/page/toast.ts'
import { PermissionGate, usePermission } from '../../lib/session/permission-gate.tsx'
import { DataList } from '../../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../../list/use-list-state.ts'
import { CountTabs } from '../../list/view/count-tabs.tsx'
import { Drawing } from '../../ui/art/drawing.tsx'
import emptyProductsDrawing from '../../ui/art/empty-products.svg?raw'
import { EmptyState } from '../../ui/message/empty-state.tsx'
import { PageMoreButton } from '../../ui/page/more-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useProductColumns } from './product-columns.tsx'
import { useProductFilters } from './product-filters.tsx'

const ProductBulkActions = lazy(() =>
  import('./product-bulk-actions.tsx').then(({ ProductBulkActions: Component }) => ({
    default: Component,
  })),
)

const statusTabs = [undefined, 'active', 'draft', 'archived'] as const

export function ProductListPage() {
  const { t } = useTranslation()
  const list = useListState(productApi.list.query, 'product', { tab: 'status' })
  const products = useQuery(queryOptionsFor(productApi.list, { query: list.query }))
  const counts = useQuery(queryOptionsFor(productApi.getCounts, {})).data
  const columns = useProductColumns()
  const filters = useProductFilters()
  const canWrite = usePermission('product:write')
  const tabs = statusTabs.map(value => ({
    value,
    label: t(`product.tab.${value ?? 'all'}`),
    count: counts?.[value ?? 'all'],
  }))
  return (
    <>
      <PageHeader title={t('product.list.title')} count={counts?.all}>
        <ProductListMenu
          onExport={() =>
            download(productApi.export, { query: list.query }).catch(error =>
              toast.errorUnlessHandled(error),
            )
          }
        />
        <PermissionGate permission="product:write">
          <Button
            component={Link}
            to="/apps/product/create"
            leftSection={<IconPlus size={16} stroke={1.75} />}
          >
            {t('product.list.add')}
          </Button>
        </PermissionGate>
      </PageHeader>
      {counts?.all !== 0 && (
        <CountTabs list={list} label={t('product.list.byStatus')} tabs={tabs} />
      )}
      <DataList
        label={t('product.list.title')}
        list={list}
        query={products}
        columns={columns}
        getRowName={row => row.title}
        getRowLink={row => getRecordPath('product', row._id)}
        filters={filters}
        {...(canWrite && {
          renderBulkActions: selection => (
            <Suspense>
              <ProductBulkActions selection={selection} />
            </Suspense>
          ),
        })}
        empty={<NoProducts />}
      />
    </>
  )
}
ProductListPage.prefetch = (({ client, search }) =>
  Promise.all([
    client.prefetchQuery(
      queryOptionsFor(productApi.list, {
        query: parseListQuery(productApi.list.query, search, 'product'),
      }),
    ),
    client.prefetchQuery(queryOptionsFor(productApi.getCounts, {})),
  ])) satisfies Prefetch

function ProductListMenu({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <PageMoreButton label={t('product.list.more')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={recordListPaths.review}
          leftSection={<IconStar size={16} stroke={1.75} />}
        >
          {t('shell.menu.reviews')}
        </Menu.Item>
        <PermissionGate permission="import:write">
          <Menu.Item
            component={Link}
            to="/apps/import"
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {t('product.list.import')}
          </Menu.Item>
        </PermissionGate>
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
      illustration={<Drawing svg={emptyProductsDrawing} />}
      title={t('product.list.emptyTitle')}
      text={t('product.list.emptyText')}
    >
      <PermissionGate permission="product:write">
        <Button component={Link} to="/apps/product/create">
          {t('product.list.add')}
        </Button>
      </PermissionGate>
      <PermissionGate permission="import:write">
        <Button component={Link} to="/apps/import" variant="default">
          {t('product.list.importProducts')}
        </Button>
      </PermissionGate>
    </EmptyState>
  )
}
