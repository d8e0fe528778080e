import type { Order } from '#contract/order/order.ts'
import type { ReturnProgress } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getBalance } from '../../order/fulfillment/order-status.ts'
import { type PendingAmounts, withPendingRefunds } from '../../order/payment/pending-refund.ts'
import type { AddressDraft, OrderDraft, OrderLineDraft } from './import-order-draft.ts'

/** An order as it is exported. */
export type ExportedOrder = Omit<OrderDraft, 'rows'> & {
  returnProgress: ReturnProgress
  checkoutAnswers: Order['checkoutAnswers']
  /** The amount that is due. */
  balance: number
}
type StoredOrder = Omit<ExportedOrder, 'taxes' | 'adjustment' | 'balance'> & PendingAmounts
type StoredOrderRow = Omit<StoredOrder, 'lines' | 'shippingAddress' | 'billingAddress'> & {
  id: string
  shippingAddress: Order['shippingAddress']
  billingAddress: Order['billingAddress']
}
type StoredOrderLine = OrderLineDraft & { orderId: string }

/** Returns orders of the store for the export, in the order of their ids, in two queries. */
export async function loadOrderDrafts(tx: Tx, ids: readonly string[]): Promise<ExportedOrder[]> {
  if (ids.length === 0) return []
  const [orders, lines] = await Promise.all([selectOrders(tx, ids), selectLines(tx, ids)])
  const linesByOrderId = Map.groupBy(lines, line => line.orderId)
  return orders.map(({ id, pendingRefunds, pendingOverpayment, ...order }) => ({
    ...order,
    balance: getBalance(withPendingRefunds(order, { pendingRefunds, pendingOverpayment })),
    adjustment: 0,
    canceledAt: order.canceledAt ?? '',
    lines: (linesByOrderId.get(id) ?? []).map(({ orderId: _, ...line }) => line),
    // Only the sum of the taxes is stored.
    taxes: [],
    shippingAddress: toAddressDraft(order.shippingAddress),
    billingAddress: toAddressDraft(order.billingAddress),
  }))
}

const selectOrders = (tx: Tx, ids: readonly string[]) => tx<StoredOrderRow[]>`
  select o.id, number, coalesce(imported.data ->> 'externalId', '') as external_id,
    status, payment_status, fulfillment_status, return_progress, o.created_at as placed_at,
    coalesce(paid.at, '') as paid_at, coalesce(sent.at, '') as fulfilled_at, canceled_at,
    customer_email as email, customer_phone as phone, customer_name,
    currency, subtotal, discount_total,
    coalesce(imported.data ->> 'discountCode', '') as discount_code,
    shipping_total, shipping_method, tax_total, tax_included as is_tax_included,
    total, paid_total, refunded_total, refunded_overpayment, unsold_total,
    refunds.shipping as refunded_shipping, refunds.fee as refund_fee,
    amounts.pending_overpayment,
    (
      select coalesce(json_agg(json_build_object('amount', f.amount)), '[]')
      from payment_refund f
      where f.store_id = o.store_id and f.order_id = o.id and f.state = 'pending'
    ) as pending_refunds,
    shipping_address, billing_address, o.note, checkout_answers, tags, source,
    coalesce(paid.method, '') as payment_method,
    coalesce(paid.reference, '') as payment_reference
  from "order" o
  left join lateral (
    select data from order_event e
    where e.store_id = o.store_id and e.order_id = o.id and e.type = 'imported'
    limit 1
  ) imported on true
  left join lateral (
    select ${toIsoTimestamp(tx, 'p.at')} as at, p.method, p.reference from payment p
    where p.store_id = o.store_id and p.order_id = o.id and p.kind = 'payment'
    order by p.at, p.id limit 1
  ) paid on true
  left join lateral (
    select ${toIsoTimestamp(tx, 'f.shipped_at')} as at from fulfillment f
    where f.store_id = o.store_id and f.order_id = o.id and f.status <> 'cancelled'
    order by f.shipped_at, f.id limit 1
  ) sent on true
  cross join lateral (
    select coalesce(sum(r.shipping), 0)::float8 as shipping, coalesce(sum(r.fee), 0)::float8 as fee
    from refund r where r.store_id = o.store_id and r.order_id = o.id
  ) refunds
  cross join lateral order_refund_amounts(o) amounts
  where o.id = any (${[...ids]}::uuid[]) order by o.id`

const selectLines = (tx: Tx, ids: readonly string[]) => tx<StoredOrderLine[]>`
  select order_id, concat_ws(' - ', title, nullif(variant_title, '')) as title,
    sku, '' as vendor, l.quantity, unit_price, null as compare_at_price, discount,
    requires_shipping, true as is_taxable, fulfilled_quantity, returned_quantity, removed_quantity,
    (
      select coalesce(sum(u.quantity), 0)::integer
      from fulfillment f cross join jsonb_to_recordset(f.lines) as u (line uuid, quantity integer)
      where f.store_id = l.store_id and f.order_id = l.order_id and f.status = 'delivered'
        and u.line = l.id
    ) as delivered_quantity,
    refunded.quantity as refunded_quantity, refunded.amount as refunded_amount
  from order_line l cross join lateral (
    select coalesce(sum(r.quantity), 0)::integer as quantity,
      coalesce(sum(r.amount), 0)::float8 as amount
    from refund_line r where r.store_id = l.store_id and r.line_id = l.id
  ) refunded
  where order_id = any (${[...ids]}::uuid[]) order by order_id, position, id`

/** Returns a timestamp as the API sends it. It is text, because `coalesce` needs one type. */
const toIsoTimestamp = (tx: Tx, column: string) =>
  tx.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

function toAddressDraft({
  name = '',
  line1 = '',
  line2 = '',
  city = '',
  region = '',
  postalCode = '',
  country = '',
  phone = '',
}: Order['shippingAddress']): AddressDraft | null {
  const address = { name, line1, line2, city, region, postalCode, country, phone }
  return Object.values(address).some(Boolean) ? address : null
}
