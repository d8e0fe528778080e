import { useTranslation } from 'react-i18next'
import type { OrderRow } from '#contract/order/order.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { ListColumn } from '../list/table/data-table.tsx'
import { OrderBadge } from '../order-status/order-badges.tsx'

/** Returns the columns of the recent orders, fewer than the order list has. */
export function useRecentOrderColumns(): ListColumn<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'number',
      label: t('dashboard.order.number'),
      render: order => (
        <strong>
          <bdi>{order.number}</bdi>
        </strong>
      ),
    },
    {
      key: 'at',
      label: t('dashboard.order.placed'),
      minScreen: 'tablet',
      render: order => (
        <span className="sw-dimmed" title={format.dateTime(order.createdAt)}>
          {format.relativeTime(order.createdAt)}
        </span>
      ),
    },
    {
      key: 'customer',
      label: t('dashboard.order.customer'),
      render: ({ customer }) =>
        customer.name ||
        customer.email || <span className="sw-dimmed">{t('dashboard.home.guest')}</span>,
    },
    {
      key: 'status',
      label: t('dashboard.order.status'),
      render: ({ status }) => <OrderBadge status={status} />,
    },
    {
      key: 'total',
      label: t('dashboard.order.total'),
      isNumber: true,
      phonePosition: 'side',
      render: order => format.money(order.total, order.currency),
    },
  ]
}
