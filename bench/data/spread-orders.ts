import type postgres from 'postgres'
import type { OrderListQuery } from '../../contract/order/order-filter.ts'

/** Fills the counts of orders, of which the tabs need no sales. */
const countOrdersByStatus = (sql: postgres.Sql) => sql`
  insert into stored_order_tally (
    store_id, status, payment_status, fulfillment_status, return_status, is_archived, orders)
  select store_id, status, payment_status, fulfillment_status, return_status, archived_at is not null, count(*)
  from "order"
  group by 1, 2, 3, 4, 5, 6`

/**
 * Gives generated orders the statuses of a store that has sold for years: open, unpaid and canceled orders
 * are the oldest, and most others are completed. Every tenth order has a return. Values of the filters are
 * in a thousandth, a hundredth or a third of the orders.
 */
export async function spreadOrders(sql: postgres.Sql): Promise<void> {
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`
      create temp table numbered_order on commit drop as
      select id, row_number() over (partition by store_id order by created_at, id) as n,
        count(*) over (partition by store_id) as orders
      from "order"`
    await tx`create index on numbered_order (id)`
    await tx`analyze numbered_order`
    await spreadColumns(tx)
    await spreadParts(tx)
  })
  await countOrdersByStatus(sql)
  await sql`vacuum full analyze "order"`
  await sql`vacuum analyze`
}

async function spreadColumns(tx: postgres.TransactionSql) {
  await tx`
    update "order" o set
      status = case when n <= 30 + orders / 200 then 'pending' when n % 1000 = 1 then 'on_hold'
        when n % 1000 = 2 then 'draft' when n <= orders / 10 then 'cancelled' else 'completed' end,
      payment_status = case when n <= 30 + orders / 200 then 'unpaid' else 'paid' end,
      paid_total = case when n <= 30 + orders / 200 then 0 else total end,
      fulfillment_status = case when n <= 30 + orders / 200 then 'unfulfilled' else 'delivered' end,
      return_status = case when n % 500 = 3 then 'requested' else 'none' end,
      source = case when n % 1000 = 5 then 'pos' when n % 100 = 7 then 'phone'
        when n % 2 = 0 then 'manual' else 'storefront' end,
      shipping_address = jsonb_set(shipping_address, '{country}', to_jsonb(
        case when n % 1000 = 5 then 'IS' when n % 100 = 7 then 'AT' else 'US' end)),
      shipping_method = case when n % 1000 = 5 then 'Pickup' when n % 100 = 7 then 'Express'
        else 'Standard' end,
      payment_method = case when n % 1000 = 5 then 'Cash' when n % 100 = 7 then 'Bank transfer'
        else 'Card' end,
      note = case when n % 100 = 7 then 'Call first' else '' end,
      tags = case when n % 1000 = 5 then '{rare}' when n % 100 = 7 then '{medium}'
        when n % 3 = 0 then '{common}' else '{}' end::text[]
    from numbered_order s where o.id = s.id`
}

async function spreadParts(tx: postgres.TransactionSql) {
  await tx`
    insert into order_tag (store_id, tag, order_id)
    select store_id, tag, id from "order", unnest(tags) tag`
  await tx`
    update fulfillment f set carrier = case when n % 100 = 7 then 'UPS' else 'Bike' end
    from numbered_order s where s.id = f.order_id and (n % 1000 = 5 or n % 100 = 7)`
  await tx`
    insert into order_discount (store_id, order_id, name, code, amount)
    select store_id, id, tag, tag, 0 from "order", unnest(tags) tag`
  await tx`
    insert into order_return (store_id, order_id, number, status, created_at)
    select o.store_id, o.id, o.number || '-R1', case when n <= orders / 100 then 'requested'
        when n <= orders / 50 then 'accepted' when n <= orders / 30 then 'received' else 'settled' end,
      o.created_at + interval '9 days'
    from numbered_order s join "order" o on o.id = s.id where n % 10 = 3`
  await tx`
    insert into order_return_line (store_id, return_id, line_id, quantity)
    select r.store_id, r.id, l.id, 1 from order_return r
      join order_line l on l.store_id = r.store_id and l.order_id = r.order_id and l.position = 1`
  // The first product is in a third of the orders, the last one in few.
  await tx`
    update order_line l set product_id = p.id, sku = 'BEST'
    from numbered_order s, (select distinct on (store_id) store_id, id from product order by 1, 2) p
    where s.id = l.order_id and p.store_id = l.store_id and l.position = 1 and s.n % 3 = 0`
}

/** Queries of the list by each filter, with values that many orders have, and few. */
export async function listFilterQueries(
  sql: postgres.Sql,
): Promise<Record<string, Partial<OrderListQuery>>> {
  const products = await sql<{ id: string; sku: string }[]>`
    select p.id, v.sku from product p join variant v on v.store_id = p.store_id and v.product_id = p.id
    where p.store_id = current_store() order by p.id`
  const [best, last] = [products[0], products.at(-1)]
  return {
    'source, half': { source: 'manual' },
    'source, 1%': { source: 'phone' },
    'source, 0.1%': { source: 'pos' },
    'country, nearly all': { shippingCountry: ['US'] },
    'country, 1%': { shippingCountry: ['AT'] },
    'two countries, 1.1%': { shippingCountry: ['AT', 'IS'] },
    'country, none': { shippingCountry: ['PT'] },
    'shipping method, nearly all': { shippingMethod: 'standard' },
    'shipping method, 1%': { shippingMethod: 'express' },
    'payment method, nearly all': { paymentMethod: 'card' },
    'payment method, 0.1%': { paymentMethod: 'cash' },
    'with a note, 1%': { hasNote: true },
    'without a note, 99%': { hasNote: false },
    'tag, a third': { tag: 'common' },
    'tag, 1%': { tag: 'medium' },
    'tag, 0.1%': { tag: 'rare' },
    'product, a third': { product: best?.id },
    'product, 0.25%': { product: last?.id },
    'SKU, a third': { sku: 'best' },
    'SKU, 0.25%': { sku: last?.sku },
    'carrier, nearly all': { carrier: 'dhl' },
    'carrier, 1%': { carrier: 'ups' },
    'carrier, 0.1%': { carrier: 'bike' },
    'discount code, a third': { discountCode: 'common' },
    'discount code, 0.1%': { discountCode: 'rare' },
  }
}
