import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { Order, OrderLine } from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './order.module.css'

/** The lines and their sums, as on an invoice. */
export function OrderLinesCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = (minor: number) => format.money(minor, order.currency)
  const {
    subtotal,
    discountTotal,
    shippingTotal,
    shippingMethod,
    taxTotal,
    taxIncluded,
    total,
    paidTotal,
    refundedTotal,
    balance,
  } = order
  const sums = [
    { label: t('order.sum.subtotal'), value: money(subtotal) },
    ...(discountTotal > 0
      ? [{ label: t('order.sum.discount'), value: money(-discountTotal) }]
      : []),
    {
      label: shippingMethod
        ? t('order.sum.shippingBy', { method: shippingMethod })
        : t('order.sum.shipping'),
      value: money(shippingTotal),
    },
    ...(taxTotal > 0
      ? [
          {
            label: taxIncluded ? t('order.sum.taxIncluded') : t('order.sum.tax'),
            value: money(taxTotal),
          },
        ]
      : []),
    { label: t('order.sum.total'), value: money(total), strong: true },
    ...(paidTotal > 0 ? [{ label: t('order.sum.paid'), value: money(paidTotal) }] : []),
    ...(refundedTotal > 0
      ? [{ label: t('order.sum.refunded'), value: money(-refundedTotal) }]
      : []),
    ...(balance !== 0
      ? [
          {
            label: balance > 0 ? t('order.sum.toPay') : t('order.sum.toGiveBack'),
            value: money(Math.abs(balance)),
            strong: true,
          },
        ]
      : []),
  ]
  return (
    <SectionCard title={t('order.detail.items', { count: order.itemCount })} flush>
      <ul className={css.lines}>
        {order.lines.map(line => (
          <Line key={line._id} line={line} money={money} />
        ))}
      </ul>
      <div className={css.sums}>
        <KeyValues numbers items={sums} />
      </div>
    </SectionCard>
  )
}

function Line({ line, money }: { line: OrderLine; money: (minor: number) => string }) {
  const { t } = useTranslation()
  const notes = [
    line.variantTitle,
    line.sku,
    line.returned > 0 && t('order.detail.returned', { count: line.returned }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={css.line}>
      <ThingCell
        picture={line.image ? getSizedImageUrl(line.image, 160) : null}
        title={
          line.product ? (
            <Link to={`/apps/product/update/${line.product}`}>{line.title}</Link>
          ) : (
            line.title
          )
        }
        line={notes}
      />
      <span className={css.times}>
        {money(line.unitPrice)} × {line.quantity}
      </span>
      <span className={css.strong}>
        {money(line.unitPrice * line.quantity)}
        {line.discount > 0 && <span className={css.off}>{money(-line.discount)}</span>}
      </span>
    </li>
  )
}
