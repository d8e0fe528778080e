import { Menu } from '@mantine/core'
import { IconReplace, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { productApi } from '#contract/product/product.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { getRecordPath, recordListPaths } from '../../lib/navigation/record-paths.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { ListMenu } from '../../list/list-menu.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { prefetchList, useList } from '../../list/use-list.ts'
import { AddButton } from '../../ui/page/add-button.tsx'
import { LinkButton } from '../../ui/page/link-button.tsx'
import { useProductColumns } from './product-columns.tsx'
import { useProductFilters } from './product-filters.tsx'

const ProductBulkActions = lazy(() =>
  import('./product-bulk-actions.tsx').then(({ ProductBulkActions: Component }) => ({
    default: Component,
  })),
)

const loadDrawing = () => import('../../ui/art/empty-products.svg?raw')
const productList = { route: productApi.list, name: 'product', tab: 'status' } as const

export function ProductListPage() {
  const { t } = useTranslation()
  const products = useList(productList)
  const canWrite = usePermission('product:write')
  const canReadContent = usePermission('cms:read')
  return (
    <ListPage
      {...products}
      title={t('product.list.title')}
      buttons={
        <>
          <ListMenu
            label={t('product.list.more')}
            importLabel={t('product.list.import')}
            importPath="/apps/import"
            exportLabel={t('product.list.export')}
            onExport={() => startDownload(productApi.export, { query: products.list.query })}
          >
            <Menu.Item
              component={Link}
              to={recordListPaths.review}
              leftSection={<IconStar size={16} stroke={1.75} />}
            >
              {t('shell.menu.reviews')}
            </Menu.Item>
            {canReadContent && (
              <Menu.Item
                component={Link}
                to="/apps/product/search-rules"
                leftSection={<IconReplace size={16} stroke={1.75} />}
              >
                {t('shell.menu.searchRules')}
              </Menu.Item>
            )}
          </ListMenu>
          <AddButton can="product:write" label={t('product.list.add')} to="/apps/product/create" />
        </>
      }
      counts={useQuery(queryOptionsFor(productApi.getCounts, {}))}
      tabs={{
        label: t('product.list.byStatus'),
        values: ['active', 'draft', 'archived'],
        getLabel: value => t(`product.tab.${value}`),
      }}
      columns={useProductColumns()}
      getRowName={row => row.title}
      getRowLink={row => getRecordPath('product', row._id)}
      filters={useProductFilters()}
      {...(canWrite && {
        renderBulkActions: selection => (
          <Suspense>
            <ProductBulkActions selection={selection} />
          </Suspense>
        ),
      })}
      empty={{
        can: 'product:write',
        drawing: loadDrawing,
        title: t('product.list.emptyTitle'),
        text: t('product.list.emptyText'),
        children: (
          <>
            <LinkButton
              can="product:write"
              to="/apps/product/create"
              label={t('product.list.add')}
              variant="filled"
            />
            <LinkButton
              can="import:write"
              to="/apps/import"
              label={t('product.list.importProducts')}
            />
          </>
        ),
      }}
    />
  )
}
ProductListPage.prefetch = prefetchList(productList, productApi.getCounts)
