import { Button, Menu } from '@mantine/core'
import { IconBasket, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { orderApi } from '#contract/order/order.ts'
import { OrderView } from '#contract/order/order-filter.ts'
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
import emptyOrdersDrawing from '../../ui/art/empty-orders.svg?raw'
import { EmptyState } from '../../ui/message/empty-state.tsx'
import { PageMoreButton } from '../../ui/page/more-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { useOrderFilters } from './order-filters.tsx'

const OrderBulkActions = lazy(() =>
  import('./order-bulk-actions.tsx').then(({ OrderBulkActions: Component }) => ({
    default: Component,
  })),
)

export function OrderListPage() {
  const { t } = useTranslation()
  const list = useListState(orderApi.list.query, 'order', { tab: 'view' })
  const orders = useQuery(queryOptionsFor(orderApi.list, { query: list.query }))
  const canWrite = usePermission('order:write')
  const counts = useQuery(queryOptionsFor(orderApi.getCounts, {})).data
  const columns = useOrderColumns()
  const filters = useOrderFilters()
  const tabs = [undefined, ...OrderView.options].map(value => ({
    value,
    label: t(`order.view.${value ?? 'all'}`),
    count: counts?.[value ?? 'all'],
  }))
  return (
    <>
      <PageHeader title={t('order.list.title')} count={counts?.all}>
        <Button
          component={Link}
          to={recordListPaths.cart}
          variant="default"
          leftSection={<IconBasket size={16} stroke={1.75} />}
        >
          {t('shell.menu.carts')}
        </Button>
        <OrderListMenu
          onExport={() =>
            download(orderApi.export, { query: list.query }).catch(error =>
              toast.errorUnlessHandled(error),
            )
          }
        />
        <PermissionGate permission="order:write">
          <Button
            component={Link}
            to="/apps/order/create"
            leftSection={<IconPlus size={16} stroke={1.75} />}
          >
            {t('order.list.add')}
          </Button>
        </PermissionGate>
      </PageHeader>
      {counts?.all !== 0 && <CountTabs list={list} label={t('order.list.byView')} tabs={tabs} />}
      <DataList
        label={t('order.list.title')}
        list={list}
        query={orders}
        columns={columns}
        getRowName={row => row.number}
        getRowLink={row => getRecordPath('order', row._id)}
        filters={filters}
        {...(canWrite && {
          renderBulkActions: selection => (
            <Suspense>
              <OrderBulkActions selection={selection} />
            </Suspense>
          ),
        })}
        empty={<NoOrders />}
      />
    </>
  )
}
OrderListPage.prefetch = (({ client, search }) =>
  Promise.all([
    client.prefetchQuery(
      queryOptionsFor(orderApi.list, {
        query: parseListQuery(orderApi.list.query, search, 'order'),
      }),
    ),
    client.prefetchQuery(queryOptionsFor(orderApi.getCounts, {})),
  ])) satisfies Prefetch

function OrderListMenu({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <PageMoreButton label={t('order.list.more')} />
      </Menu.Target>
      <Menu.Dropdown>
        <PermissionGate permission="import:write">
          <Menu.Item
            component={Link}
            to="/apps/import?kind=orders"
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            {t('order.list.import')}
          </Menu.Item>
        </PermissionGate>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={onExport}>
          {t('order.list.export')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NoOrders() {
  const { t } = useTranslation()
  return (
    <EmptyState
      can="order:write"
      illustration={<Drawing svg={emptyOrdersDrawing} />}
      title={t('order.list.emptyTitle')}
      text={t('order.list.emptyText')}
    >
      <PermissionGate permission="order:write">
        <Button component={Link} to="/apps/order/create">
          {t('order.list.add')}
        </Button>
      </PermissionGate>
      <PermissionGate permission="import:write">
        <Button component={Link} to="/apps/import?kind=orders" variant="default">
          {t('order.list.importOrders')}
        </Button>
      </PermissionGate>
    </EmptyState>
  )
}
