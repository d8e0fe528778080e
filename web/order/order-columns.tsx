import { useTranslation } from 'react-i18next'
import type { OrderRow } from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { FulfillmentBadge, OrderBadge, PaymentBadge } from '../ui/order-badges.tsx'
import { ThingCell } from '../ui/thing-cell.tsx'
import css from './order.module.css'

export function useOrderColumns(): Column<OrderRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'number', label: t('order.list.number'), width: 96, render: row => <span className={css.number}>{row.number}</span> },
    { key: 'date', label: t('order.list.date'), sort: 'createdAt', width: 130, render: row => <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>{format.ago(row.createdAt)}</time> },
    { key: 'customer', label: t('order.list.customer'), render: row => <Customer row={row} /> },
    { key: 'status', label: t('order.list.status'), width: 120, render: row => <OrderBadge status={row.status} /> },
    { key: 'payment', label: t('order.list.payment'), width: 128, phone: 'none', render: row => <PaymentBadge status={row.paymentStatus} /> },
    { key: 'fulfillment', label: t('order.list.fulfillment'), width: 136, from: 'desktop', phone: 'none', render: row => <FulfillmentBadge status={row.fulfillmentStatus} /> },
    { key: 'items', label: t('order.list.items'), isNumber: true, width: 72, from: 'desktop', phone: 'none', render: row => format.number(row.itemCount) },
    { key: 'total', label: t('order.list.total'), sort: 'total', isNumber: true, width: 120, phone: 'side', render: row => <span className={css.strong}>{format.money(row.total, row.currency)}</span> },
  ]
}

/** Whose it is; the tags stand here too, as they say more about the order than a column of dashes would. */
function Customer({ row: { customer: { name, email, phone }, tags } }: { row: OrderRow }) {
  const { t } = useTranslation()
  const who = name || email || phone
  return (
    <ThingCell title={who || <span className="sw-dimmed">{t('order.list.nobody')}</span>} line={name && (email || phone)}
      badge={tags.length > 0 && <span className={css.tags}>{tags.slice(0, 2).map(tag => <span key={tag} className={css.tag}>{tag}</span>)}{tags.length > 2 && <span className={css.tag}>+{tags.length - 2}</span>}</span>} />
  )
}
