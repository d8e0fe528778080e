import { paymentInvariants } from './payment-invariants.ts'
import { stockInvariants } from './stock-invariants.ts'

/**
 * Rules that hold after every committed transaction, even if processes were killed. Each query
 * returns the rows that break its rule. All queries read one snapshot, so writers can continue.
 */
export const invariantQueries: Record<string, string> = {
  ...paymentInvariants,
  ...stockInvariants,

  'held sales have an open payment': `
    select a.id, a.state, s.state as payment_state
    from sale a
    left join payment_session s on s.sale_id = a.id
    where a.state = 'held' and coalesce(s.state, '') not in ('opening', 'open')`,

  'the uses of a discount equal its live orders and held sales': `
    select d.id, d.used_count, o.uses as ordered, h.uses as held
    from discount d
    left join (
      select u.discount_id, count(*) as uses
      from order_discount u
      join "order" o on o.id = u.order_id
      where o.status <> 'cancelled'
      group by 1
    ) o on o.discount_id = d.id
    left join (
      select (taken ->> 'discount')::uuid as discount_id, count(*) as uses
      from sale cross join jsonb_array_elements(content -> 'discounts') as taken
      where state = 'held'
      group by 1
    ) h on h.discount_id = d.id
    where d.used_count <> coalesce(o.uses, 0) + coalesce(h.uses, 0)`,

  'stock is negative only if backorders are allowed': `
    select id, stock from variant where stock < 0 and track_stock and not allow_backorder`,

  'order numbers have no gaps and no duplicates': `
    select o.store_id, count(*), max(o.n), c.last_number
    from (
      select store_id, regexp_replace(number, '\\D', '', 'g')::bigint as n
      from "order"
      where source <> 'import'
    ) o
    join order_counter c on c.store_id = o.store_id
    group by o.store_id, c.last_number
    having count(*) <> max(o.n) - min(o.n) + 1
      or count(distinct o.n) <> count(*) or max(o.n) <> c.last_number`,

  'order totals equal the sums of the lines': `
    select o.id, o.number
    from "order" o
    left join (
      select order_id,
        sum(quantity * unit_price) as subtotal,
        sum(discount) as discount,
        sum(tax) as tax,
        sum(total) as total,
        sum(quantity) as items
      from order_line
      group by 1
    ) l on l.order_id = o.id
    where (o.subtotal, o.discount_total, o.tax_total, o.total, o.item_count)
      is distinct from (l.subtotal, l.discount, l.tax + o.shipping_tax,
        l.total + o.shipping_total + case when o.tax_included then 0 else o.shipping_tax end, l.items)`,

  'paid and refunded totals equal the sums of the payments': `
    select o.id, o.number
    from "order" o
    left join (
      select order_id,
        sum(amount) filter (where kind = 'payment') as paid,
        sum(amount) filter (where kind = 'refund') as refunded
      from payment
      group by 1
    ) p on p.order_id = o.id
    where (o.paid_total, o.refunded_total)
      is distinct from (coalesce(p.paid, 0), coalesce(p.refunded, 0))`,

  'the timeline contains each status change and each payment once': `
    select o.id, o.number, o.status
    from "order" o
    cross join lateral (
      select
        count(*) filter (where type in ('created', 'draft_created')) as creations,
        count(*) filter (where type = 'payment_recorded') as payments,
        coalesce(
          (array_agg(to_status order by id desc) filter (where to_status is not null))[1],
          max(first_status)
        ) as last_status,
        bool_and(is_consecutive) filter (where to_status is not null) as is_chain
      from (
        select c.*,
          from_status = coalesce(
            lag(to_status) over (partition by to_status is null order by id),
            first_status
          ) as is_consecutive
        from (
          select e.id, e.type,
            case when bool_or(type = 'draft_created') over () then 'draft' else 'pending' end
              as first_status,
            coalesce(before ->> 'status',
              case when type = 'status_changed' then data ->> 'from' end) as from_status,
            coalesce(after ->> 'status',
              case when type = 'status_changed' then data ->> 'to' end) as to_status
          from order_event e
          where e.store_id = o.store_id and e.order_id = o.id
        ) c
      ) events
    ) t
    where o.source <> 'import'
      and (
        t.creations <> 1
        or t.last_status <> o.status
        or not coalesce(t.is_chain, true)
        or t.payments <> (
          select count(*)
          from payment p
          where p.store_id = o.store_id and p.order_id = o.id and p.kind = 'payment'
        )
      )`,

  'order count and total spent of a customer match the orders': `
    select c.id, c.order_count, c.total_spent
    from customer c
    left join (
      select customer_id, count(*) as orders, sum(order_net_value(o)) as spent
      from "order" o
      where status not in ('draft', 'cancelled')
      group by 1
    ) o on o.customer_id = c.id
    where (c.order_count, c.total_spent)
      is distinct from (coalesce(o.orders, 0)::integer, coalesce(o.spent, 0)::bigint)`,

  'price, stock and variant count of a product match its variants': `
    select p.id, p.title
    from product p
    left join (
      select product_id,
        min(price) as price,
        coalesce(sum(stock) filter (where track_stock), 0) as stock,
        count(*) as variants
      from variant
      group by 1
    ) v on v.product_id = p.id
    where (p.price, p.stock, p.variant_count)
      is distinct from (v.price, v.stock::integer, v.variants::integer)`,

  'the last audit entry of a row equals the row': `
    with last_entry as (
      select a.entity, a.entity_id, jsonb_object_agg(c.key, case
          when c.value = '""' and c.key in ('order_id', 'product_id') then to_jsonb(a.record_id)
          when c.value = '""' and c.key like '%_at' then to_jsonb(a.at)
          when c.value = '""' and c.key = 'billing_address' then a.after -> 'shipping_address'
          else c.value
        end order by a.id) as row
      from audit a cross join jsonb_each(a.after) c
      where a.action in ('insert', 'update')
      group by 1, 2
    ),
    stored as (
      select 'order' as entity, id,
        to_jsonb(o) - '{folded_email,search,return_status,return_progress,version,updated_at}'::text[]
          - '{shipping_country,folded_shipping_method,folded_payment_method,has_note}'::text[]
          - '{customer_since,link_since,corrected_emails,item_count,paid_total,refunded_total}'::text[]
          - '{fulfillment_status,confirmed_at,shipped_at,delivered_at,completed_at,canceled_at}'::text[]
          as row
      from "order" o
      union all
      select 'order_line', id, to_jsonb(l) - '{folded_sku,image,fulfilled_quantity,unsold_quantity}'::text[]
      from order_line l
      union all
      select 'payment', id, to_jsonb(p) - case when p.reference = p.provider_payment_id then 'reference' else '' end
      from payment p
      union all
      select 'product', id,
        to_jsonb(p)
          - '{price,compare_at_price,sku,codes,stock,track_stock,variant_count}'::text[]
          - '{image,sold_units,rating_rank,title_sorted,searched,version,updated_at}'::text[]
      from product p
      union all
      select 'media', id, to_jsonb(m) - '{encoded_at,encoded_widths}'::text[] from media m
    )
    select s.entity, s.id
    from stored s
    left join last_entry e on e.entity = s.entity and e.entity_id = s.id
    where not exists (select from audit a where a.entity = s.entity and a.entity_id = s.id)
      or exists (
        select from jsonb_each(s.row - audit_hidden_columns(quote_ident(s.entity)::regclass)) c
        where c.key not in ('id', 'store_id', 'created_at', 'at')
          and coalesce(nullif(c.value, 'null'), '""') <> coalesce(nullif(e.row -> c.key, 'null'), '""')
          and (e.row ? c.key or c.value not in ('null', '""', '[]', '{}', 'false', '0')))`,

  'the return progress of an order follows from its lines': `
    select o.id, o.return_progress from "order" o
    join order_line l on l.store_id = o.store_id and l.order_id = o.id
    group by o.store_id, o.id
    having o.return_progress <> case when sum(l.returned_quantity) = 0 then 'none'
      when sum(l.quantity - l.unsold_quantity) > 0 then 'partially_returned' else 'returned' end`,

  'daily sales equal the sums of the orders': `
    select
      coalesce(d.store_id, o.store_id) as store_id,
      coalesce(d.status, o.status) as status,
      d.orders,
      o.orders as counted
    from (
      select store_id, status,
        sum(orders) as orders,
        sum(total) as total,
        sum(units) as units
      from sales_day
      group by 1, 2
    ) d
    full join (
      select store_id, status,
        count(*) as orders,
        sum(total) as total,
        sum(item_count) as units
      from "order"
      group by 1, 2
    ) o on o.store_id = d.store_id and o.status = d.status
    where (coalesce(d.orders, 0), coalesce(d.total, 0), coalesce(d.units, 0))
      <> (coalesce(o.orders, 0), coalesce(o.total, 0), coalesce(o.units, 0))`,

  'the counts of the order list match the orders': `
    select status, payment_status, fulfillment_status, return_status, is_archived, t.orders, o.orders as counted
    from (
      select store_id, status, payment_status, fulfillment_status, return_status, is_archived,
        sum(orders) as orders
      from order_tally
      group by 1, 2, 3, 4, 5, 6
    ) t
    full join (
      select store_id, status, payment_status, fulfillment_status, return_status,
        archived_at is not null as is_archived, count(*) as orders
      from "order"
      group by 1, 2, 3, 4, 5, 6
    ) o using (store_id, status, payment_status, fulfillment_status, return_status, is_archived)
    where coalesce(t.orders, 0) <> coalesce(o.orders, 0)`,

  'the totals of the product, review and customer lists match the rows': `
    select subject, part, t.records, r.records as counted
    from (
      select store_id, subject, status || coalesce(created_on::text, '') as part, sum(records) as records
      from record_tally group by 1, 2, 3
    ) t
    full join (
      select store_id, 'product' as subject, status as part, count(*) as records from product group by 1, 3
      union all
      select store_id, 'review', status, count(*) from review group by 1, 3
      union all
      select store_id, 'customer', (created_at at time zone 'UTC')::date::text, count(*)
      from customer group by 1, 3
    ) r using (store_id, subject, part)
    where coalesce(t.records, 0) <> coalesce(r.records, 0)`,

  'each used idempotency key has a response, and its order exists': `
    select i.route, i.key
    from idempotency i
    where i.response is null
      or (
        i.route = 'order.create'
        and not exists (select 1 from "order" o where o.id = (i.response ->> '_id')::uuid)
      )`,
}
