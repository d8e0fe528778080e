import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sum } from '#contract/lib/sum.ts'
import { listOpenUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangePreview } from '#contract/order/order-change.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { KeyValues } from '../../ui/page/key-values.tsx'
import { getOrderMoney } from '../order-money.ts'
import { OldAddressAlert } from './old-address-alert.tsx'
import css from './order-change.module.css'
import { type ChangeEffect, type PreviewedChange, useChangePreview } from './use-change-preview.ts'

type SummaryItem = { label: ReactNode; value: string; strong?: boolean }

/** Previews the change of a form of the displayed order. */
export function ChangePreview(props: PreviewedChange) {
  return <OrderChangeSummary order={props.order} effect={useChangePreview(props)} />
}

/** Shows the effect of a change before it is applied, or why it can't be applied. */
export function OrderChangeSummary({
  order,
  effect: { preview, obstacle },
}: {
  order: Order
  effect: ChangeEffect
}) {
  const listMoney = useMoneyItems(order)
  const listParcels = useParcelItems(order)
  const listStock = useStockItems()
  const listDeadlines = useReturnDeadlineItems(order)
  const listMessages = useMessageItems(order)
  if (!preview)
    return (
      <div className={css.summary} data-empty aria-live="polite" aria-busy={!obstacle}>
        {obstacle}
      </div>
    )
  return (
    <>
      <OldAddressAlert {...preview} />
      <div className={css.summary} aria-live="polite">
        <KeyValues
          numbers
          items={[
            ...listMoney(preview),
            ...listParcels(preview),
            ...listStock(preview),
            ...listDeadlines(preview),
            ...listMessages(preview),
          ]}
        />
      </div>
    </>
  )
}

/** The deadlines that returns would have. */
function useReturnDeadlineItems(order: Order) {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ order: { returns } }: OrderChangePreview): SummaryItem[] =>
    returns.flatMap(({ _id, sendBackBy }) => {
      const previous = order.returns.find(each => each._id === _id)?.sendBackBy ?? null
      return sendBackBy === previous
        ? []
        : [
            {
              label: t('orderReturn.sendBackBy'),
              value: sendBackBy ? format.day(sendBackBy) : t('orderReturn.noDeadline'),
            },
          ]
    })
}

/** Returns whether a change leaves another amount due, or cancels one without a payment or refund. */
const hasNewBalance = (before: Order, after: Order): boolean =>
  after.balance !== before.balance &&
  (after.balance !== 0 ||
    (before.balance < 0 && getOrderMoney(after).netPaid === getOrderMoney(before).netPaid))

function useMoneyItems(order: Order) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatMoney = (minorUnits: number) => format.money(minorUnits, order.currency)
  const listReturnedMoney = useReturnedMoney(order)
  return ({ refund, newOrder, order: after }: OrderChangePreview): SummaryItem[] => [
    ...(refund
      ? [
          { label: t('order.change.refund'), value: formatMoney(refund.amount), strong: true },
          { label: t('order.change.tax'), value: formatMoney(refund.tax) },
        ]
      : []),
    ...listReturnedMoney(after),
    ...(after.taxTotal !== order.taxTotal
      ? [{ label: t('order.totals.tax'), value: formatMoney(after.taxTotal) }]
      : []),
    ...(after.total !== order.total
      ? [{ label: t('order.totals.total'), value: formatMoney(after.total), strong: true }]
      : []),
    ...(hasNewBalance(order, after)
      ? [
          {
            label: after.balance > 0 ? t('order.totals.balanceDue') : t('order.totals.refundDue'),
            value: formatMoney(Math.abs(after.balance)),
          },
        ]
      : []),
    ...(newOrder
      ? [
          { label: t('order.change.newOrderTotal'), value: formatMoney(newOrder.total) },
          ...(newOrder.credit > 0
            ? [{ label: t('order.change.newOrderCredit'), value: formatMoney(-newOrder.credit) }]
            : []),
          newOrder.paidBack > 0
            ? {
                label: t('order.change.refund'),
                value: formatMoney(newOrder.paidBack),
                strong: true,
              }
            : {
                label: t('order.change.newOrderDue'),
                value: formatMoney(newOrder.due),
                strong: true,
              },
        ]
      : []),
  ]
}

/** Returns the refunds by hand, the refunds by providers, and the amount that pays another order. */
function useReturnedMoney(order: Order) {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ payments, pendingRefunds }: Order): SummaryItem[] => {
    const knownIds = new Set([...order.payments, ...order.pendingRefunds].map(({ _id }) => _id))
    const refunds = [
      ...pendingRefunds.map(({ _id, provider, amount }) => ({
        _id,
        amount,
        method: t(`order.provider.${provider}`),
      })),
      ...payments
        .filter(({ kind, method }) => kind === 'refund' && method !== 'exchange')
        .map(({ _id, method, amount }) => ({
          _id,
          amount,
          method: t(`order.methodInline.${method}`),
        })),
    ].filter(({ _id }) => !knownIds.has(_id))
    return refunds.map(({ method, amount }) => ({
      label: t('order.money.refundBy', { method }),
      value: format.money(amount, order.currency),
    }))
  }
}

const countUnits = (units: readonly { quantity: number }[]) =>
  sum(units.map(({ quantity }) => quantity))

/** The parcels that change, the units without a parcel and the state of the fulfillment. */
function useParcelItems(order: Order) {
  const { t } = useTranslation()
  return ({ order: after }: OrderChangePreview): SummaryItem[] => {
    const changedParcels = after.fulfillments.filter(parcel => {
      const before = order.fulfillments.find(({ _id }) => _id === parcel._id)
      return (
        before?.status !== parcel.status || countUnits(before.lines) !== countUnits(parcel.lines)
      )
    })
    const openUnits = countUnits(listOpenUnits(after))
    return [
      ...changedParcels.map(({ number, status, lines }) => ({
        label: <bdi>{number}</bdi>,
        value: [
          t(`order.shipment.${status}`),
          ...(status === 'cancelled'
            ? []
            : [t('order.shipment.items', { count: countUnits(lines) })]),
        ].join(' · '),
      })),
      ...(openUnits !== countUnits(listOpenUnits(order))
        ? [{ label: t('order.change.openUnits'), value: `${openUnits}` }]
        : []),
      ...(after.fulfillmentStatus !== order.fulfillmentStatus
        ? [
            {
              label: t('order.change.fulfillmentStatus'),
              value: t(`ui.fulfillmentStatus.${after.fulfillmentStatus}`),
            },
          ]
        : []),
    ]
  }
}

function useStockItems() {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ stock, discounts }: OrderChangePreview): SummaryItem[] => [
    ...stock.map(({ title, delta, stockAfter }) => ({
      label: title,
      value: t('order.change.stock', {
        delta: format.number(delta, { signDisplay: 'always' }),
        stock: stockAfter,
      }),
    })),
    ...discounts.map(({ name, code }) => ({
      label: code || name,
      value: t('order.change.discountReturned'),
    })),
  ]
}

/** The documents and the emails. */
function useMessageItems({ currency }: Order) {
  const { t } = useTranslation()
  const format = useFormatters()
  return ({ documents, emails }: OrderChangePreview): SummaryItem[] => [
    ...documents.map(({ kind, total, isEmailed }) => ({
      label: t(`order.invoices.${kind}`),
      value: [
        format.money(total, currency),
        ...(isEmailed ? [t('order.change.documentEmailed')] : []),
      ].join(' · '),
    })),
    {
      label: t('order.change.email'),
      value:
        emails.length > 0
          ? format.list(emails.map(kind => t(`orderMail.kind.${kind}`)))
          : t('order.change.noEmail'),
    },
  ]
}
