import { useTranslation } from 'react-i18next'
import type { OrderRow } from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'
import type { Column } from '../list/data-table.tsx'
import { FulfillmentBadge, OrderBadge, PaymentBadge } from '../order-status/order-badges.tsx'
import css from './order.module.css'

export function useOrderColumns(): Column<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'number',
      label: t('order.list.number'),
      width: 96,
      render: row => <OrderNumber row={row} />,
    },
    {
      key: 'date',
      label: t('order.list.date'),
      sort: 'createdAt',
      width: 124,
      from: 'desktop',
      phone: 'none',
      render: row => (
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.ago(row.createdAt)}
        </time>
      ),
    },
    { key: 'customer', label: t('order.list.customer'), render: row => <Customer row={row} /> },
    {
      key: 'status',
      label: t('order.list.status'),
      width: 120,
      render: row => <OrderBadge status={row.status} />,
    },
    {
      key: 'payment',
      label: t('order.list.payment'),
      width: 128,
      phone: 'none',
      render: row => <PaymentBadge status={row.paymentStatus} />,
    },
    {
      key: 'fulfillment',
      label: t('order.list.fulfillment'),
      width: 136,
      from: 'desktop',
      phone: 'none',
      render: row => <FulfillmentBadge status={row.fulfillmentStatus} />,
    },
    {
      key: 'items',
      label: t('order.list.items'),
      isNumber: true,
      width: 72,
      from: 'desktop',
      phone: 'none',
      render: row => format.number(row.itemCount),
    },
    {
      key: 'total',
      label: t('order.list.total'),
      sort: 'total',
      isNumber: true,
      width: 120,
      phone: 'side',
      render: row => <span className={css.strong}>{format.money(row.total, row.currency)}</span>,
    },
    {
      key: 'email',
      label: t('order.list.email'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      render: row => format.text(row.customer.email),
    },
    {
      key: 'phone',
      label: t('order.list.phone'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 140,
      render: row => format.text(row.customer.phone),
    },
    {
      key: 'source',
      label: t('order.filter.source'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 130,
      render: row => t(`order.source.${row.source}`),
    },
  ]
}

/** Whose it is; the tags stand here too, as they say more about the order than a column of dashes would. */
function Customer({
  row: {
    customer: { name, email, phone },
    tags,
  },
}: {
  row: OrderRow
}) {
  const { t } = useTranslation()
  const shown = tags.length > 3 ? [...tags.slice(0, 2), `+${tags.length - 2}`] : tags
  return (
    <span>
      <span className={css.who}>
        {name || email || phone || <span className="sw-dimmed">{t('order.list.nobody')}</span>}
      </span>
      {shown.map(tag => (
        <span key={tag} className={css.tag}>
          {tag}
        </span>
      ))}
      {name && <span className={css.reach}>{email || phone}</span>}
    </span>
  )
}

/** Where there is little room, the moment stands with the number and its column is left out. */
function OrderNumber({ row }: { row: OrderRow }) {
  const format = useFormat()
  return (
    <>
      <span className={css.number}>{row.number}</span>
      <span className={css.moment}>{format.ago(row.createdAt)}</span>
    </>
  )
}
