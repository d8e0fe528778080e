-- The transaction of an order only adds rows to `sales_change`. They are added to the stored totals
-- afterwards, so that orders of one store do not wait for each other's totals. The views have the
-- names that the tables had: they add the changes that are not yet in the stored totals.
drop table sales_change;
drop function apply_sales();
drop function if exists record_order_sales("order", integer), record_line_sales(order_line, "order", integer);

alter table sales_day rename to stored_sales_day;
alter table sales_top rename to stored_sales_top;
alter table order_tally rename to stored_order_tally;
alter index sales_day_pkey rename to stored_sales_day_pkey;
alter index sales_top_pkey rename to stored_sales_top_pkey;
alter index order_tally_pkey rename to stored_order_tally_pkey;

create table sales_change (
  business_id uuid not null default current_business(),
  kind text not null check (kind in ('order', 'product')),
  -- The product, or the customer of the order; all zeros for an order without a customer.
  item_id uuid not null,
  id bigint not null generated always as identity,
  at timestamptz not null,
  status text not null,
  payment_status text not null default '',
  fulfillment_status text not null default '',
  orders integer not null default 0,
  units bigint not null default 0,
  subtotal bigint not null default 0,
  discounts bigint not null default 0,
  shipping bigint not null default 0,
  tax bigint not null default 0,
  refunds bigint not null default 0,
  total bigint not null default 0,
  net bigint not null default 0,
  primary key (business_id, item_id, id)
)
-- Rows live for seconds. The pages are kept, so that plans made while the table is empty use the index.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false);
alter table sales_change enable row level security;
alter table sales_change force row level security;
create policy own_business on sales_change
  using (business_id = current_business()) with check (business_id = current_business());
do $$ begin
  execute format('create policy owner_read on sales_change for select to %I using (true)', current_user);
end $$;
grant select, insert, delete on sales_change to storewright_app;

create view pending_order_tally with (security_invoker = true) as
select business_id, id as change_id, status, payment_status, fulfillment_status, orders
from sales_change
where kind = 'order';

create view pending_sales_day with (security_invoker = true) as
select c.business_id, c.id as change_id, (c.at at time zone b.timezone)::date as day, c.status, c.orders, c.units,
  c.subtotal, c.discounts, c.shipping, c.tax, c.refunds, c.total, c.net
from sales_change c
join business b on b.id = c.business_id
where c.kind = 'order';

create view pending_sales_top with (security_invoker = true) as
select c.business_id, c.id as change_id, case c.kind when 'order' then 'customer' else c.kind end as kind, s.span,
  date_trunc(s.span, c.at at time zone b.timezone)::date as starts_on, c.item_id,
  case c.kind when 'order' then c.orders else c.units::integer end as quantity, c.net as sales
from sales_change c
join business b on b.id = c.business_id
cross join (values ('day'), ('month'), ('year')) s (span)
where c.status not in ('draft', 'cancelled') and c.item_id <> '00000000-0000-0000-0000-000000000000';

create view order_tally with (security_invoker = true) as
select business_id, status, payment_status, fulfillment_status, orders from stored_order_tally
union all
select business_id, status, payment_status, fulfillment_status, orders from pending_order_tally;

create view sales_day with (security_invoker = true) as
select business_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total, net
from stored_sales_day
union all
select business_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total, net
from pending_sales_day;

create view sales_top with (security_invoker = true) as
select business_id, kind, span, starts_on, item_id, quantity, sales from stored_sales_top
union all
select business_id, kind, span, starts_on, item_id, quantity, sales from pending_sales_top;

grant select on pending_order_tally, pending_sales_day, pending_sales_top, order_tally, sales_day, sales_top
  to storewright_app;

-- One statement can insert or delete many lines. The functions follow, because orders can change
-- before the files of the functions are applied.
drop trigger sales_inserted_or_deleted on order_line;

-- Adds a revision if sales of this time can be of a past day, once in a transaction. The dashboard
-- caches days before yesterday, so the hour at which a day begins in the store's time zone does not matter.
create or replace function add_sales_revision_of_day(sold_at timestamptz) returns void language plpgsql as $$
begin
  if sold_at < clock_timestamp() - interval '20 hours'
    and current_setting('app.has_sales_revision', true) is distinct from 'yes' then
    perform set_config('app.has_sales_revision', 'yes', true);
    perform add_sales_revision(current_business());
  end if;
end $$;

-- Adds the sales of a new, changed or deleted order to the sales changes: those before the change
-- negative, those after it positive. A statement that changes the status of an order must not change
-- its lines too: they are read here as it left them.
create or replace function track_order_sales() returns trigger language plpgsql as $$
declare
  old_order "order";
  new_order "order";
  old_sold_at timestamptz;
  new_sold_at timestamptz;
begin
  if tg_op <> 'INSERT' then old_order := old; end if;
  if tg_op <> 'DELETE' then new_order := new; end if;
  insert into sales_change (
    business_id, kind, item_id, at, status, payment_status, fulfillment_status, orders, units,
    subtotal, discounts, shipping, tax, refunds, total, net)
  select (o).business_id, 'order', coalesce((o).customer_id, '00000000-0000-0000-0000-000000000000'), (o).created_at,
    (o).status, (o).payment_status, (o).fulfillment_status, sign, sign * (o).item_count, sign * (o).subtotal,
    sign * (o).discount_total, sign * (o).shipping_total, sign * (o).tax_total, sign * (o).refunded_total,
    sign * (o).total,
    sign * greatest((o).total - (o).shipping_total - (o).tax_total - (o).refunded_total, 0)
  from (values (old_order, -1), (new_order, 1)) change (o, sign)
  where (o).id is not null;

  if is_sale(old_order.status) then old_sold_at := old_order.created_at; end if;
  if is_sale(new_order.status) then new_sold_at := new_order.created_at; end if;
  -- The lines of a new order follow it.
  if tg_op <> 'INSERT' and old_sold_at is distinct from new_sold_at then
    insert into sales_change (business_id, kind, item_id, at, status, units, net)
    select l.business_id, 'product', l.product_id, (o).created_at, (o).status,
      sign * (l.quantity - l.returned_quantity),
      sign * ((l.quantity * l.unit_price - l.discount) * (l.quantity - l.returned_quantity) / l.quantity)
    from (values (old_order, -1), (new_order, 1)) change (o, sign)
    join order_line l on l.business_id = (o).business_id and l.order_id = (o).id
    where is_sale((o).status) and l.product_id is not null;
  end if;
  -- A change of a status that leaves the sales equal adds no revision.
  if (old_sold_at, old_order.customer_id, old_order.total, old_order.shipping_total, old_order.tax_total,
      old_order.refunded_total)
    is distinct from (new_sold_at, new_order.customer_id, new_order.total, new_order.shipping_total,
      new_order.tax_total, new_order.refunded_total) then
    perform add_sales_revision_of_day(least(old_sold_at, new_sold_at));
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;

-- Adds the sales of new, changed or deleted order lines to the sales changes. Returned units are no
-- sale. Lines that are deleted with their order were added by `track_order_sales`.
create or replace function track_order_line_sales() returns trigger language plpgsql as $$
declare
  sold_at timestamptz;
begin
  if tg_level = 'ROW' then
    with added as (
      insert into sales_change (business_id, kind, item_id, at, status, units, net)
      select o.business_id, 'product', (l).product_id, o.created_at, o.status,
        sign * ((l).quantity - (l).returned_quantity),
        sign * (((l).quantity * (l).unit_price - (l).discount) * ((l).quantity - (l).returned_quantity) / (l).quantity)
      from (values (old, -1), (new, 1)) change (l, sign)
      join "order" o on o.business_id = (l).business_id and o.id = (l).order_id
      where is_sale(o.status) and (l).product_id is not null
      returning at
    )
    select min(at) into sold_at from added;
  else
    with added as (
      insert into sales_change (business_id, kind, item_id, at, status, units, net)
      select l.business_id, 'product', l.product_id, o.created_at, o.status,
        tg_argv[0]::integer * (l.quantity - l.returned_quantity),
        tg_argv[0]::integer
          * ((l.quantity * l.unit_price - l.discount) * (l.quantity - l.returned_quantity) / l.quantity)
      from changed l
      join "order" o on o.business_id = l.business_id and o.id = l.order_id
      where is_sale(o.status) and l.product_id is not null
      returning at
    )
    select min(at) into sold_at from added;
  end if;
  perform add_sales_revision_of_day(sold_at);
  return null;
end $$;

create trigger sales_inserted after insert on order_line referencing new table as changed
  for each statement execute function track_order_line_sales('1');
create trigger sales_deleted after delete on order_line referencing old table as changed
  for each statement execute function track_order_line_sales('-1');
