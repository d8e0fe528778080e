import type { OrderStatus } from '#contract/order-state.ts'
import type { StorefrontOrder, StorefrontOrderState } from '#contract/storefront-order.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withBusinessTransaction } from '../lib/db/db.ts'

type OrderRow = Omit<StorefrontOrder, 'state'> & { status: OrderStatus }

const states: Record<OrderStatus, StorefrontOrderState> = {
  draft: 'received',
  pending: 'received',
  on_hold: 'received',
  confirmed: 'confirmed',
  processing: 'confirmed',
  ready: 'confirmed',
  shipped: 'shipped',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'canceled',
  returned: 'returned',
}

/** Returns what the shopper sees of an order, read as the role of the back office. */
export const loadOrderPage = (
  { db }: Pick<App, 'db'>,
  businessId: string,
  id: string,
): Promise<StorefrontOrder | undefined> =>
  withBusinessTransaction(db, businessId, async tx => {
    const [row] = await selectOrder(tx, id)
    if (!row) return undefined
    const { status, ...order } = row
    return { ...order, state: states[status] }
  })

const selectOrder = (tx: Tx, id: string) => tx<OrderRow[]>`
  select o.number, o.status, o.created_at, o.customer_email as email, o.shipping_address as address,
    o.shipping_method, o.payment_method, o.payment_instructions, o.currency, o.subtotal,
    o.discount_total, o.shipping_total, o.tax_total, o.tax_included, o.total,
    o.total - o.paid_total + o.refunded_total as balance,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        '_id', l.id, 'title', l.title, 'variantTitle', l.variant_title, 'quantity', l.quantity,
        'amount', l.quantity * l.unit_price) order by l.position, l.id), '[]')
      from order_line l where l.order_id = o.id
    ) as lines,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        '_id', f.id, 'carrier', f.carrier, 'number', f.tracking_number, 'url', f.tracking_url) order by f.id), '[]')
      from fulfillment f where f.order_id = o.id and f.status <> 'cancelled'
    ) as parcels
  from "order" o where o.id = ${id}`
