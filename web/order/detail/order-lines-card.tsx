import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { Order } from '#contract/order/order.ts'
import { findItemsObstacle } from '#contract/order/order-item.ts'
import type { OrderLine } from '#contract/order/order-part.ts'
import { sumTaxes } from '#contract/order/order-totals.ts'
import { countRefundedUnits } from '#contract/order/returnable-units.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'
import { KeyValues } from '../../ui/page/key-values.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { useDiscountItems } from '../new/use-discount-items.ts'
import { useTaxItems } from '../new/use-tax-items.ts'
import { getOrderMoney } from '../order-money.ts'
import textCss from '../order-text.module.css'
import css from './order-detail.module.css'

/** The lines of an order with the totals. */
export function OrderLinesCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  const canWrite = usePermission('order:write')
  const format = useFormatters()
  const formatMoney = (minorUnits: number) => format.money(minorUnits, order.currency)
  const listTaxItems = useTaxItems(order.currency)
  const listDiscountItems = useDiscountItems(order.currency)
  const { subtotal, discountTotal, discounts, shippingTotal, shippingMethod, taxIncluded, total } =
    order
  const moneyItems = useMoneyItems(order, formatMoney)
  const totals = [
    { label: t('order.totals.subtotal'), value: formatMoney(subtotal) },
    ...listDiscountItems(discountTotal, discounts),
    {
      label: shippingMethod
        ? t('order.totals.shippingBy', { method: shippingMethod })
        : t('order.totals.shipping'),
      value: formatMoney(shippingTotal),
    },
    ...listTaxItems(sumTaxes(order), taxIncluded, order.taxExemption),
    { label: t('order.totals.total'), value: formatMoney(total), strong: true },
    ...moneyItems,
  ]
  return (
    <SectionCard
      title={t('order.detail.items', { count: order.itemCount })}
      flush
      actions={
        canWrite &&
        !findItemsObstacle(order) && (
          <ActionIcon
            component={Link}
            to={`/apps/order/items/${order._id}`}
            variant="subtle"
            color="gray"
            aria-label={t('order.edit.items')}
          >
            <IconPencil size={16} stroke={1.75} />
          </ActionIcon>
        )
      }
    >
      <ul className={css.lines}>
        {order.lines.map(line => (
          <OrderLineRow
            key={line._id}
            line={line}
            refundedQuantity={countRefundedUnits(order, line._id)}
            formatMoney={formatMoney}
          />
        ))}
      </ul>
      <div className={css.totals}>
        <KeyValues numbers items={totals} />
      </div>
    </SectionCard>
  )
}

/** Returns the reduction of the total, the paid amount and the amount due. */
function useMoneyItems(order: Order, formatMoney: (minorUnits: number) => string) {
  const { t } = useTranslation()
  const { paidTotal, refundedTotal, keptTotal, balance } = order
  const { pendingTotal, netPaid, netTotal, reduction } = getOrderMoney(order)
  const isReduced = reduction !== 0
  const items = [
    {
      isShown: isReduced,
      label:
        order.status === 'cancelled' ? t('ui.orderStatus.cancelled') : t('order.totals.reduction'),
      amount: -reduction,
    },
    { isShown: keptTotal > 0, label: t('order.totals.kept'), amount: keptTotal },
    { isShown: isReduced, label: t('order.totals.netTotal'), amount: netTotal, strong: true },
    { isShown: paidTotal > 0, label: t('order.totals.paid'), amount: paidTotal },
    { isShown: refundedTotal > 0, label: t('order.totals.refunded'), amount: -refundedTotal },
    { isShown: pendingTotal > 0, label: t('order.totals.refundPending'), amount: -pendingTotal },
    {
      isShown: refundedTotal + pendingTotal > 0,
      label: t('order.totals.netPaid'),
      amount: netPaid,
      strong: true,
    },
    {
      isShown: balance !== 0,
      label: balance > 0 ? t('order.totals.balanceDue') : t('order.totals.refundDue'),
      amount: Math.abs(balance),
      strong: true,
    },
  ]
  return items
    .filter(({ isShown }) => isShown)
    .map(({ isShown: _, amount, ...item }) => ({ ...item, value: formatMoney(amount) }))
}

function OrderLineRow({
  line,
  refundedQuantity,
  formatMoney,
}: {
  line: OrderLine
  refundedQuantity: number
  formatMoney: (minorUnits: number) => string
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const notes = [
    line.variantTitle,
    line.sku,
    line.fulfilledQuantity > 0 &&
      t('order.detail.fulfilled', {
        fulfilled: format.number(line.fulfilledQuantity),
        total: format.number(line.quantity),
      }),
    line.returnedQuantity > 0 && t('order.detail.returned', { count: line.returnedQuantity }),
    refundedQuantity > 0 && t('order.detail.refunded', { count: refundedQuantity }),
  ].filter((note): note is string => typeof note === 'string' && note !== '')
  return (
    <li className={css.line}>
      <EntityCell
        imageUrl={line.image ? getSizedImageUrl(line.image, 160) : null}
        title={
          line.product ? (
            <Link to={getRecordPath('product', line.product)}>{line.title}</Link>
          ) : (
            line.title
          )
        }
        details={
          notes.length > 0 &&
          notes.map((note, index) => (
            <Fragment key={note}>
              {index > 0 && ' · '}
              <bdi className={css.lineNote}>{note}</bdi>
            </Fragment>
          ))
        }
      />
      <span className={css.unitPrice}>
        {formatMoney(line.unitPrice)} × {line.quantity}
      </span>
      <span className={textCss.strong}>
        {formatMoney(line.unitPrice * line.quantity)}
        {line.discount > 0 && <span className={css.discount}>{formatMoney(-line.discount)}</span>}
      </span>
    </li>
  )
}
