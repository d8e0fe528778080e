import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type OrderRow, orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { DataTable, type ListColumn, TableSkeleton } from '../list/table/data-table.tsx'
import { OrderBadge, PaymentBadge } from '../order-status/order-badges.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'

const maxOrders = 10

type Props = { customer: string; orderCount: number }

/** Lists the latest orders of a customer, with a link to all of them. */
export function CustomerOrdersCard({ customer, orderCount }: Props) {
  const { t } = useTranslation()
  const query = { customer, perPage: maxOrders }
  const orders = useQuery(queryOptionsFor(orderApi.list, { query }))
  const rows = Math.min(orderCount, maxOrders)
  const columns = useCustomerOrderColumns()
  const label = t('customer.view.orders')
  const noOrders = <p className={css.noOrders}>{t('customer.view.noOrders')}</p>
  return (
    <SectionCard title={label} flush>
      <QueryBoundary
        query={orders}
        // As high as the orders, so that the cards below do not move.
        skeleton={
          rows === 0 ? noOrders : <TableSkeleton columns={columns} rows={rows} label={label} />
        }
      >
        {({ items, meta }) =>
          items.length === 0 ? (
            noOrders
          ) : (
            <>
              <DataTable
                rows={items}
                columns={columns}
                getRowName={row => row.number}
                getRowLink={row => getRecordPath('order', row._id)}
                label={label}
              />
              {meta.next && (
                <Anchor
                  component={Link}
                  to={`/apps/order/list?customer=${customer}`}
                  className={css.allOrdersLink}
                >
                  {t('customer.view.allOrders', { count: meta.total })}
                </Anchor>
              )}
            </>
          )
        }
      </QueryBoundary>
    </SectionCard>
  )
}

function useCustomerOrderColumns(): ListColumn<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'number',
      label: t('order.list.number'),
      render: row => <bdi className={css.orderNumber}>{row.number}</bdi>,
    },
    {
      key: 'date',
      label: t('order.list.date'),
      render: row => (
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.relativeTime(row.createdAt)}
        </time>
      ),
    },
    {
      key: 'status',
      label: t('order.list.status'),
      render: row => <OrderBadge status={row.status} />,
    },
    {
      key: 'payment',
      label: t('order.list.payment'),
      phonePosition: 'none',
      minScreen: 'tablet',
      render: row => <PaymentBadge status={row.paymentStatus} />,
    },
    {
      key: 'total',
      label: t('order.list.total'),
      isNumber: true,
      phonePosition: 'side',
      render: row => format.money(row.total, row.currency),
    },
  ]
}
