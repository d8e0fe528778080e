import type { Order } from '#contract/order/order.ts'
import type { ReturnProgress } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { AddressDraft, OrderDraft, OrderLineDraft } from './import-order-draft.ts'

/** An order as it is exported. */
export type ExportedOrder = Omit<OrderDraft, 'rows'> & { returnProgress: ReturnProgress }
type StoredOrder = Omit<ExportedOrder, 'taxes' | 'adjustment'>
type StoredOrderRow = Omit<StoredOrder, 'lines' | 'shippingAddress' | 'billingAddress'> & {
  id: string
  shippingAddress: Order['shippingAddress']
  billingAddress: Order['billingAddress']
}
type StoredOrderLine = OrderLineDraft & { orderId: string }

/** Returns orders of the store for the export, in the order of their ids, in two queries. */
export async function loadOrderDrafts(tx: Tx, ids: readonly string[]): Promise<ExportedOrder[]> {
  if (ids.length === 0) return []
  const [orders, lines] = await Promise.all([
    tx<StoredOrderRow[]>`
      select o.id, number, coalesce(imported.data ->> 'externalId', '') as external_id,
        status, payment_status, fulfillment_status, return_progress, o.created_at as placed_at,
        coalesce(paid.at, '') as paid_at, coalesce(sent.at, '') as fulfilled_at, canceled_at,
        customer_email as email, customer_phone as phone, customer_name,
        currency, subtotal, discount_total,
        coalesce(imported.data ->> 'discountCode', '') as discount_code,
        shipping_total, shipping_method, tax_total, tax_included as is_tax_included,
        total, paid_total, refunded_total, shipping_address, billing_address, o.note, tags, source,
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
      where o.id = any (${ids}::uuid[]) order by o.id`,
    tx<StoredOrderLine[]>`
      select order_id, concat_ws(' - ', title, nullif(variant_title, '')) as title,
        sku, '' as vendor, quantity, unit_price, null as compare_at_price, discount,
        requires_shipping, true as is_taxable, fulfilled_quantity = quantity as is_fulfilled
      from order_line where order_id = any (${ids}::uuid[]) order by order_id, position, id`,
  ])
  const linesByOrderId = Map.groupBy(lines, line => line.orderId)
  return orders.map(({ id, ...order }) => ({
    ...order,
    adjustment: 0,
    canceledAt: order.canceledAt ?? '',
    lines: (linesByOrderId.get(id) ?? []).map(({ orderId: _, ...line }) => line),
    // Only the sum of the taxes is stored.
    taxes: [],
    shippingAddress: toAddressDraft(order.shippingAddress),
    billingAddress: toAddressDraft(order.billingAddress),
  }))
}

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
