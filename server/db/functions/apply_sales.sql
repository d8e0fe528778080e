-- Adds the sales changes of the transaction to the totals, once, as its last step: until then no
-- total is locked, so orders of one store wait for each other only while they commit. Every
-- transaction writes each table in the order of its key, so two commits do not deadlock.
create or replace function apply_sales() returns trigger language plpgsql as $$
declare
  zone text;
begin
  if current_setting('app.sales_waiting', true) is distinct from 'yes' then return null; end if;
  -- Shared with other orders, but not with a change of the time zone, which is read after the lock.
  perform pg_advisory_xact_lock_shared(sales_lock_key(new.business_id));
  select timezone into zone from business where id = new.business_id;

  insert into order_tally as t (business_id, status, payment_status, fulfillment_status, orders)
  select business_id, status, payment_status, fulfillment_status, sum(orders)
  from sales_change
  where business_id = new.business_id and product_id is null
  group by 1, 2, 3, 4
  having sum(orders) <> 0
  order by 1, 2, 3, 4
  on conflict (business_id, status, payment_status, fulfillment_status) do update
    set orders = t.orders + excluded.orders;

  insert into sales_day as t (
    business_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total, net)
  select business_id, (at at time zone zone)::date, status, sum(orders), sum(units), sum(subtotal), sum(discounts),
    sum(shipping), sum(tax), sum(refunds), sum(total), sum(net)
  from sales_change
  where business_id = new.business_id and product_id is null
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (business_id, day, status) do update set
    orders = t.orders + excluded.orders,
    units = t.units + excluded.units,
    subtotal = t.subtotal + excluded.subtotal,
    discounts = t.discounts + excluded.discounts,
    shipping = t.shipping + excluded.shipping,
    tax = t.tax + excluded.tax,
    refunds = t.refunds + excluded.refunds,
    total = t.total + excluded.total,
    net = t.net + excluded.net;

  insert into sales_top as t (business_id, kind, span, starts_on, item_id, quantity, sales)
  select c.business_id, c.kind, span, date_trunc(span, c.day)::date, c.item_id, sum(c.quantity), sum(c.sales)
  from (
    select business_id, 'product' as kind, at at time zone zone as day, product_id as item_id, units as quantity,
      net as sales
    from sales_change
    where business_id = new.business_id and product_id is not null
    union all
    select business_id, 'customer', at at time zone zone, customer_id, orders, net
    from sales_change
    where business_id = new.business_id and product_id is null and customer_id is not null and is_sale(status)
  ) c
  cross join unnest('{day,month,year}'::text[]) span
  group by 1, 2, 3, 4, 5
  having sum(c.quantity) <> 0 or sum(c.sales) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (business_id, kind, span, starts_on, item_id) do update
    set quantity = t.quantity + excluded.quantity, sales = t.sales + excluded.sales;

  -- A change of a status that leaves the sales equal adds no revision, nor does an order of today.
  if exists (
    select from sales_change
    where business_id = new.business_id and is_sale(status)
      and at < date_trunc('day', clock_timestamp() at time zone zone) at time zone zone
    group by at, product_id, customer_id
    having sum(orders) <> 0 or sum(units) <> 0 or sum(net) <> 0
  ) then
    perform add_sales_revision(new.business_id);
  end if;

  delete from sales_change where business_id = new.business_id;
  perform set_config('app.sales_waiting', '', true);
  return null;
end $$;
