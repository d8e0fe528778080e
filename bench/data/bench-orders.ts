import type postgres from 'postgres'
import { firstNames, lastNames, syllables } from './bench-words.ts'

/**
 * Inserts customers and orders with lines, payments, fulfillments and timeline. The newest tenth of
 * the orders, and at least twenty, are pending.
 */
export async function insertOrders(tx: postgres.TransactionSql): Promise<void> {
  await tx`insert into order_counter (store_id, last_number) select id, 1000 + orders from size`
  await createNewCustomers(tx)
  await createNewOrders(tx)
  await insertOrderRows(tx)
  await insertOrderParts(tx)
  await insertOrderStock(tx)
  await insertReviews(tx)
  await insertCustomerRows(tx)
}

/** Half of the customers have a last name that few others have. */
async function createNewCustomers(tx: postgres.TransactionSql) {
  const pickSyllables = (salt: number) =>
    tx`pg_temp.pick(${syllables}::text[], s.nr * 1000003 + n, ${salt})`
  await tx`
    create temp table new_customer on commit drop as
    select s.id as store_id, new_id() as id, n,
      concat_ws(' ', pg_temp.pick(${firstNames}::text[], s.nr * 1000003 + n, 1),
        case when n % 2 = 0 then initcap(${pickSyllables(4)} || ${pickSyllables(5)} || ${pickSyllables(6)})
          else pg_temp.pick(${lastNames}::text[], s.nr * 1000003 + n, 2) end) as name,
      'customer-' || n || '@example.com' as email, '+1555' || lpad(n::text, 7, '0') as phone,
      now() - (s.customers - n) * (interval '2 years' / s.customers) as created_at
    from size s, generate_series(1, s.customers) n`
  await tx`create index on new_customer (store_id, n)`
}

async function createNewOrders(tx: postgres.TransactionSql) {
  await tx`
    create temp table new_order on commit drop as
    select s.id as store_id, new_id() as id, n, s.nr * 1000003 + n as seed, 1 + n % 4 as lines,
      s.products, 1 + pg_temp.random_below(s.nr * 1000003 + n, 11, s.customers) as customer_nr,
      now() - (s.orders - n) * (interval '2 years' / s.orders) as created_at,
      case
        when n > s.orders - greatest(20, s.orders / 10) then 'pending'
        when n % 25 = 0 then 'cancelled'
        when n % 40 = 1 then 'processing'
        else 'completed'
      end as status
    from size s, generate_series(1, s.orders) n`
  await tx`
    create temp table numbered_variant on commit drop as
    select p.store_id, p.n, v.id, v.product_id, p.title, v.options, v.sku, v.price, p.image
    from new_product p join new_variant v on v.product_id = p.id and v.position = 0`
  await tx`create index on numbered_variant (store_id, n)`
  await tx`analyze new_order, numbered_variant, new_customer`
  await tx`
    create temp table new_line on commit drop as
    select o.store_id, new_id() as id, o.id as order_id, l as position, v.id as variant_id,
      v.product_id, v.title, coalesce(v.options[1], '') as variant_title, v.sku, v.image, v.price,
      1 + (o.n + l) % 3 as quantity, o.status, o.created_at
    from new_order o
    cross join generate_series(1, o.lines) l
    join numbered_variant v on v.store_id = o.store_id
      and v.n = 1 + pg_temp.random_below(o.seed * 7 + l, 12, o.products)`
  await tx`create index on new_line (order_id)`
  await tx`analyze new_line`
}

async function insertOrderRows(tx: postgres.TransactionSql) {
  await tx`
    insert into "order" (
      store_id, id, number, status, payment_status, fulfillment_status, customer_id,
      customer_name, customer_email, customer_phone, shipping_address, currency, subtotal, total,
      paid_total, item_count, completed_at, delivered_at, created_at, updated_at)
    select o.store_id, o.id, '#' || 1000 + o.n, o.status,
      case o.status when 'completed' then 'paid' when 'cancelled' then 'voided' else 'unpaid' end,
      case o.status when 'completed' then 'delivered' else 'unfulfilled' end,
      c.id, c.name, c.email, c.phone,
      jsonb_build_object('name', c.name, 'line1', o.n || ' Main Street', 'city', 'Springfield',
        'postalCode', '12345', 'country', 'US'),
      'USD', l.total, l.total, case o.status when 'completed' then l.total else 0 end, l.items,
      case o.status when 'completed' then o.created_at + interval '5 days' end,
      case o.status when 'completed' then o.created_at + interval '4 days' end,
      o.created_at, o.created_at
    from new_order o
    join (
      select order_id, sum(quantity * price) as total, sum(quantity) as items
      from new_line group by 1
    ) l on l.order_id = o.id
    join new_customer c on c.store_id = o.store_id and c.n = o.customer_nr
    order by o.store_id, o.n`
}

async function insertOrderParts(tx: postgres.TransactionSql) {
  await tx`
    insert into order_line (
      store_id, id, order_id, position, product_id, variant_id, title, variant_title, sku, image,
      quantity, unit_price, total, fulfilled_quantity, is_stock_deducted)
    select store_id, id, order_id, position, product_id, variant_id, title, variant_title, sku,
      image, quantity, price, quantity * price,
      case status when 'completed' then quantity else 0 end, status <> 'cancelled'
    from new_line`
  await tx`
    insert into payment (store_id, order_id, kind, method, amount, at)
    select store_id, id, 'payment', 'card', total, created_at from "order" where status = 'completed'`
  await tx`
    insert into fulfillment (
      store_id, order_id, number, status, carrier, lines, shipped_at, delivered_at)
    select store_id, order_id, 'F-1', 'delivered', 'DHL',
      jsonb_agg(jsonb_build_object('line', id, 'quantity', quantity)),
      min(created_at) + interval '2 days', min(created_at) + interval '4 days'
    from new_line where status = 'completed' group by 1, 2`
  await tx`
    insert into order_event (store_id, order_id, type, at, actor, data)
    select store_id, id, type, created_at + after, 'Bench', data
    from new_order
    cross join lateral (values
      ('created', interval '0', '{"source": "manual"}'::jsonb, true),
      ('payment_recorded', interval '1 minute', '{"method": "card"}', status = 'completed'),
      ('status_changed', interval '5 days',
        jsonb_build_object('from', 'pending', 'to', status), status <> 'pending')
    ) event (type, after, data, happened)
    where happened
    order by store_id, n, after`
}

/** One product in three of a completed order is reviewed. */
async function insertReviews(tx: postgres.TransactionSql) {
  await tx`
    insert into review (store_id, product_id, order_id, rating, text, name, status, created_at)
    select distinct on (order_id, product_id) store_id, product_id, order_id, 3 + position % 3,
      title || ' is just as I hoped.', 'Ada', 'approved', created_at + interval '10 days'
    from new_line where status = 'completed' and position % 3 = 0
    order by order_id, product_id`
}

/** Inserts the units of the orders as counted stock, then the orders that deducted them. */
async function insertOrderStock(tx: postgres.TransactionSql) {
  await tx`
    insert into stock_movement (store_id, variant_id, delta, stock_after, reason)
    select store_id, variant_id, sum(quantity), sum(quantity), 'count'
    from new_line where status <> 'cancelled' group by 1, 2`
  await tx`
    insert into stock_movement (store_id, variant_id, delta, stock_after, reason, order_id)
    select store_id, variant_id, -sum(quantity), 0, 'order', order_id
    from new_line where status <> 'cancelled' group by store_id, variant_id, order_id`
}

async function insertCustomerRows(tx: postgres.TransactionSql) {
  await tx`
    insert into customer (
      store_id, id, name, email, phone, order_count, total_spent, last_order_at, created_at)
    select c.store_id, c.id, c.name, c.email, c.phone, coalesce(o.orders, 0),
      coalesce(o.spent, 0), o.last_order_at, c.created_at
    from new_customer c
    left join (
      select store_id, customer_id, count(*) as orders, sum(order_net_value(o)) as spent,
        max(created_at) as last_order_at
      from "order" o where status <> 'cancelled' group by 1, 2
    ) o on o.store_id = c.store_id and o.customer_id = c.id`
}
