import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type OrderRow, orderApi } from '#contract/order.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { type Column, DataTable, TableSkeleton } from '../list/data-table.tsx'
import { OrderBadge, PaymentBadge } from '../order-status/order-badges.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'

/** What this customer bought last, with the way to all of it. */
export function CustomerOrdersCard({ customer }: { customer: string }) {
  const { t } = useTranslation()
  const orders = useQuery(queryOf(orderApi.list, { query: { customer, perPage: 10 } }))
  const columns = useColumns()
  const label = t('customer.view.orders')
  return (
    <SectionCard title={label} flush>
      <Loaded query={orders} skeleton={<TableSkeleton columns={columns} rows={3} label={label} />}>
        {({ items, meta }) =>
          items.length === 0 ? (
            <p className={css.none}>{t('customer.view.noOrders')}</p>
          ) : (
            <>
              <DataTable
                rows={items}
                columns={columns}
                nameOf={row => row.number}
                linkOf={row => `/apps/order/orderDetail/${row._id}`}
                label={label}
              />
              {meta.next && (
                <Anchor
                  component={Link}
                  to={`/apps/order/list?customer=${customer}`}
                  className={css.all}
                >
                  {t('customer.view.allOrders', { count: meta.total })}
                </Anchor>
              )}
            </>
          )
        }
      </Loaded>
    </SectionCard>
  )
}

function useColumns(): Column<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'number',
      label: t('order.list.number'),
      render: row => <span className={css.number}>{row.number}</span>,
    },
    {
      key: 'date',
      label: t('order.list.date'),
      render: row => (
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.ago(row.createdAt)}
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
      phone: 'none',
      from: 'tablet',
      render: row => <PaymentBadge status={row.paymentStatus} />,
    },
    {
      key: 'total',
      label: t('order.list.total'),
      isNumber: true,
      phone: 'side',
      render: row => format.money(row.total, row.currency),
    },
  ]
}
