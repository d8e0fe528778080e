import { Group } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import type { OrderListItem } from '#contract/order/order.ts'
import type { OrderRowHints } from '#contract/order/order-hint.ts'
import { type Formatters, useFormatters } from '../../lib/formatters.ts'
import type { ListColumn } from '../../list/table/data-table.tsx'
import {
  ArchivedMark,
  FulfillmentBadge,
  OrderBadge,
  PaymentBadge,
  saysFulfillment,
} from '../../order-status/order-badges.tsx'
import textCss from '../order-text.module.css'
import css from './order-list.module.css'
import { OrderMarks } from './order-marks.tsx'
import type { HintsById } from './use-row-hints.ts'

export function useOrderColumns(hints: HintsById): ListColumn<OrderListItem>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  // The rows render again when the columns change.
  return useMemo(
    () => [
      ...createIdentityColumns(t, format, hints),
      ...createStatusColumns(t),
      ...createAmountColumns(t, format),
      ...createOptionalColumns(t, format),
    ],
    [t, format, hints],
  )
}

/** Returns the number, date and customer of the order. */
function createIdentityColumns(
  t: TFunction,
  format: Formatters,
  hints: HintsById,
): ListColumn<OrderListItem>[] {
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
    {
      key: 'customer',
      label: t('order.list.customer'),
      render: row => <CustomerCell row={row} hints={hints.get(row._id)} />,
    },
  ]
}

function createStatusColumns(t: TFunction): ListColumn<OrderListItem>[] {
  return [
    {
      key: 'status',
      label: t('order.list.status'),
      width: 120,
      render: row => <StatusCell row={row} />,
    },
    {
      key: 'payment',
      label: t('order.list.payment'),
      width: 128,
      render: row => <PaymentBadge status={row.paymentStatus} />,
    },
    {
      key: 'fulfillment',
      label: t('order.list.fulfillment'),
      width: 136,
      minScreen: 'desktop',
      render: row => (
        <span className={saysFulfillment(row) ? css.repeatedBadge : undefined}>
          <FulfillmentBadge status={row.fulfillmentStatus} />
        </span>
      ),
    },
  ]
}

function StatusCell({ row: { status, archivedAt } }: { row: OrderListItem }) {
  return (
    <Group gap={6} wrap="nowrap">
      <OrderBadge status={status} />
      {archivedAt !== null && <ArchivedMark />}
    </Group>
  )
}

function createAmountColumns(t: TFunction, format: Formatters): ListColumn<OrderListItem>[] {
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

function createOptionalColumns(t: TFunction, format: Formatters): ListColumn<OrderListItem>[] {
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

/** The customer with the marks and tags of the order. A separate column would be mostly empty. */
function CustomerCell({ row, hints }: { row: OrderListItem; hints: OrderRowHints | undefined }) {
  const { t } = useTranslation()
  const { name, email, phone } = row.customer
  return (
    <span>
      <span className={css.customerLine}>
        <span className={css.customer}>
          {name || email || phone || <span className="sw-dimmed">{t('order.list.guest')}</span>}
        </span>
        <OrderMarks row={row} hints={hints} />
      </span>
      {name && <span className={css.customerContact}>{formatEmail(email) || phone}</span>}
    </span>
  )
}

/** The order number. On small screens it includes the date, whose column is hidden. */
function OrderNumberCell({ row }: { row: OrderListItem }) {
  const format = useFormatters()
  return (
    <>
      <bdi className={textCss.number}>{row.number}</bdi>
      <span className={css.date}>{format.relativeTime(row.createdAt)}</span>
    </>
  )
}
