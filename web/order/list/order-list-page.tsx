import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconBasket, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { orderApi } from '#contract/order/order.ts'
import { OrderView } from '#contract/order/order-filter.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { getRecordPath, recordListPaths } from '../../lib/navigation/record-paths.ts'
import { withLazyTexts } from '../../lib/preference/i18n.ts'
import { ListMenu } from '../../list/list-menu.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { prefetchList, useList } from '../../list/use-list.ts'
import emptyOrdersDrawing from '../../ui/art/empty-orders.svg?raw'
import type { EmptyStateProps } from '../../ui/message/empty-state.tsx'
import { AddButton } from '../../ui/page/add-button.tsx'
import { LinkButton } from '../../ui/page/link-button.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { useOrderFilters } from './order-filters.tsx'
import css from './order-list.module.css'
import { useRowHints } from './use-row-hints.ts'

const OrderBulkActions = lazy(() =>
  withLazyTexts(
    import('./order-bulk-actions.tsx').then(({ OrderBulkActions: Component }) => ({
      default: Component,
    })),
  ),
)

const PackerLinksDialog = lazy(() =>
  withLazyTexts(
    import('../packer/packer-links-dialog.tsx').then(module => ({
      default: module.PackerLinksDialog,
    })),
  ),
)

const orderList = { route: orderApi.list, name: 'order', tab: 'view' } as const

export function OrderListPage() {
  const { t } = useTranslation()
  const orders = useList(orderList)
  return (
    <ListPage
      {...orders}
      title={t('order.list.title')}
      buttons={
        <OrderListButtons
          onExport={() => startDownload(orderApi.export, { query: orders.list.query })}
        />
      }
      counts={useQuery(queryOptionsFor(orderApi.getCounts, {}))}
      tabs={{
        label: t('order.list.byView'),
        values: OrderView.options,
        getLabel: value => t(`order.view.${value}`),
      }}
      emptyByTab={useEmptyTabs()}
      columns={useOrderColumns(useRowHints(orders.query.data?.items))}
      getRowName={row => row.number}
      getRowLink={row => getRecordPath('order', row._id)}
      filters={useOrderFilters(orders.list.query)}
      renderBulkActions={selection => (
        <Suspense>
          <OrderBulkActions selection={selection} />
        </Suspense>
      )}
      empty={{
        can: 'order:write',
        drawing: emptyOrdersDrawing,
        title: t('order.list.emptyTitle'),
        text: t('order.list.emptyText'),
        children: (
          <>
            <LinkButton
              can="order:write"
              to="/apps/order/create"
              label={t('order.list.add')}
              variant="filled"
            />
            <LinkButton
              can="import:write"
              to="/apps/import?kind=orders"
              label={t('order.list.importOrders')}
            />
          </>
        ),
      }}
    />
  )
}
/** Returns the content of the tabs without orders. */
function useEmptyTabs(): Record<OrderView, EmptyStateProps> {
  const { t } = useTranslation()
  const describe = (view: OrderView): EmptyStateProps => ({
    drawing: emptyOrdersDrawing,
    title: t(`order.emptyView.${view}.title`),
    text: t(`order.emptyView.${view}.text`),
  })
  return {
    open: describe('open'),
    toShip: describe('toShip'),
    late: describe('late'),
    unpaid: describe('unpaid'),
    onHold: describe('onHold'),
    returns: describe('returns'),
    completed: describe('completed'),
    canceledOrReturned: describe('canceledOrReturned'),
    drafts: {
      ...describe('drafts'),
      children: (
        <LinkButton can="order:write" to="/apps/order/create" label={t('order.list.add')} />
      ),
    },
  }
}

OrderListPage.prefetch = prefetchList(orderList, orderApi.getCounts)

function OrderListButtons({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation()
  const [isPackerLinksOpen, setIsPackerLinksOpen] = useState(false)
  const relatedLists = [
    { label: t('shell.menu.carts'), to: recordListPaths.cart, Icon: IconBasket },
    { label: t('shell.menu.returns'), to: recordListPaths.return, Icon: IconArrowBackUp },
  ]
  return (
    <>
      {relatedLists.map(({ label, to, Icon }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          className={css.relatedButton}
          variant="default"
          leftSection={<Icon size={16} stroke={1.75} />}
        >
          {label}
        </Button>
      ))}
      <ListMenu
        label={t('order.list.more')}
        importLabel={t('order.list.import')}
        importPath="/apps/import?kind=orders"
        exportLabel={t('order.list.export')}
        onExport={onExport}
      >
        <Menu.Item
          leftSection={<IconPackage size={16} stroke={1.75} />}
          onClick={() => setIsPackerLinksOpen(true)}
        >
          {t('order.packerLink.list')}
        </Menu.Item>
        {relatedLists.map(({ label, to, Icon }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            className={css.relatedItem}
            leftSection={<Icon size={16} stroke={1.75} />}
          >
            {label}
          </Menu.Item>
        ))}
      </ListMenu>
      {isPackerLinksOpen && (
        <Suspense>
          <PackerLinksDialog onClose={() => setIsPackerLinksOpen(false)} />
        </Suspense>
      )}
      <AddButton can="order:write" label={t('order.list.add')} to="/apps/order/create" />
    </>
  )
}
