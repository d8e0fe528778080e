import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangePreview } from '#contract/order/order-change.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { KeyValues } from '../../ui/page/key-values.tsx'
import css from './order-change.module.css'

/** Shows the effect of a change before it is applied. */
export function OrderChangeSummary({
  order,
  preview,
}: {
  order: Order
  preview: OrderChangePreview | undefined
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formatMoney = (minorUnits: number) => format.money(minorUnits, order.currency)
  if (!preview) return <div className={css.summary} data-empty aria-live="polite" />
  const { refund, newOrder, stock, emails, discounts } = preview
  const { total, balance } = preview.order
  const items = [
    ...(refund
      ? [
          {
            label: t('order.change.refund'),
            value: formatMoney(refund.amount),
            strong: true,
          },
          { label: t('order.change.tax'), value: formatMoney(refund.tax) },
        ]
      : []),
    ...(total !== order.total
      ? [{ label: t('order.totals.total'), value: formatMoney(total), strong: true }]
      : []),
    ...(balance !== order.balance && balance !== 0
      ? [
          {
            label: balance > 0 ? t('order.totals.balanceDue') : t('order.totals.refundDue'),
            value: formatMoney(Math.abs(balance)),
          },
        ]
      : []),
    ...(newOrder
      ? [
          { label: t('order.change.newOrderTotal'), value: formatMoney(newOrder.total) },
          { label: t('order.change.newOrderCredit'), value: formatMoney(-newOrder.credit) },
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
    {
      label: t('order.change.email'),
      value: emails.length > 0 ? t('order.change.emailSent') : t('order.change.noEmail'),
    },
  ]
  return (
    <div className={css.summary} aria-live="polite">
      <KeyValues numbers items={items} />
    </div>
  )
}
