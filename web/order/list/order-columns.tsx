import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { OrderRow } from '#contract/order/order.ts'
import { type Formatters, useFormatters } from '../../lib/formatters.ts'
import type { ListColumn } from '../../list/table/data-table.tsx'
import { FulfillmentBadge, OrderBadge, PaymentBadge } from '../../order-status/order-badges.tsx'
import textCss from '../order-text.module.css'
import css from './order-list.module.css'

export function useOrderColumns(): ListColumn<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  // The rows render again when the columns change.
  return useMemo(
    () => [
      ...createIdentityColumns(t, format),
      ...createStatusColumns(t),
      ...createAmountColumns(t, format),
      ...createOptionalColumns(t, format),
    ],
    [t, format],
  )
}

/** Returns the number, date and customer of the order. */
function createIdentityColumns(t: TFunction, format: Formatters): ListColumn<OrderRow>[] {
  return [
    {
      key: 'number',
      label: t('order.list.number'),
      width: 96,
      render: row => <OrderNumberCell row={row} />,
    },
    {
      key: 'date',
      label: t('order.list.date'),
      sort: 'createdAt',
      width: 124,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => (
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.relativeTime(row.createdAt)}
        </time>
      ),
    },
    { key: 'customer', label: t('order.list.customer'), render: row => <CustomerCell row={row} /> },
  ]
}

function createStatusColumns(t: TFunction): ListColumn<OrderRow>[] {
  return [
    {
      key: 'status',
      label: t('order.list.status'),
      width: 120,
      render: row => <OrderBadge status={row.status} isArchived={row.archivedAt !== null} />,
    },
    {
      key: 'payment',
      label: t('order.list.payment'),
      width: 128,
      phonePosition: 'none',
      render: row => <PaymentBadge status={row.paymentStatus} />,
    },
    {
      key: 'fulfillment',
      label: t('order.list.fulfillment'),
      width: 136,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => <FulfillmentBadge status={row.fulfillmentStatus} />,
    },
  ]
}

function createAmountColumns(t: TFunction, format: Formatters): ListColumn<OrderRow>[] {
  return [
    {
      key: 'items',
      label: t('order.list.items'),
      isNumber: true,
      width: 72,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.number(row.itemCount),
    },
    {
      key: 'total',
      label: t('order.list.total'),
      sort: 'total',
      isNumber: true,
      width: 120,
      phonePosition: 'side',
      render: row => (
        <span className={textCss.strong}>{format.money(row.total, row.currency)}</span>
      ),
    },
  ]
}

function createOptionalColumns(t: TFunction, format: Formatters): ListColumn<OrderRow>[] {
  return [
    {
      key: 'email',
      label: t('order.list.email'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.text(row.customer.email),
    },
    {
      key: 'phone',
      label: t('order.list.phone'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 140,
      render: row => format.text(row.customer.phone),
    },
    {
      key: 'source',
      label: t('order.filter.source'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => t(`order.source.${row.source}`),
    },
  ]
}

/** The customer with the tags of the order. A separate column of tags would be mostly empty. */
function CustomerCell({
  row: {
    customer: { name, email, phone },
    tags,
  },
}: {
  row: OrderRow
}) {
  const { t } = useTranslation()
  const visibleTags = tags.length > 3 ? [...tags.slice(0, 2), `+${tags.length - 2}`] : tags
  return (
    <span>
      <span className={css.customer}>
        {name || email || phone || <span className="sw-dimmed">{t('order.list.guest')}</span>}
      </span>
      {visibleTags.map(tag => (
        <span key={tag} className={textCss.tag}>
          {tag}
        </span>
      ))}
      {name && <span className={css.customerContact}>{formatEmail(email) || phone}</span>}
    </span>
  )
}

/** The order number. On small screens it includes the date, whose column is hidden. */
function OrderNumberCell({ row }: { row: OrderRow }) {
  const format = useFormatters()
  return (
    <>
      <span className={textCss.number}>{row.number}</span>
      <span className={css.date}>{format.relativeTime(row.createdAt)}</span>
    </>
  )
}
