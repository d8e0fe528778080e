-- The numbers of the dashboard. Transactions add changes, which a job adds to the stored totals, so
-- that orders of one store do not wait for each other. The views add the changes that are not yet
-- stored. Drafts and canceled orders are no sales; `order_tally` counts them.

-- Rows live for seconds. The pages of the table are kept, so that plans made while it is empty use
-- the index.
create table sales_change (
  store_id uuid not null default current_store(),
  kind text not null check (kind in ('order', 'product', 'category')),
  -- The product, or the customer of the order. All zeros for an order without a customer.
  item_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null,
  status text not null,
  payment_status text not null default '',
  fulfillment_status text not null default '',
  return_status text not null default 'none',
  is_archived boolean not null default false,
  orders integer not null default 0,
  units bigint not null default 0,
  subtotal bigint not null default 0,
  discounts bigint not null default 0,
  shipping bigint not null default 0,
  tax bigint not null default 0,
  refunds bigint not null default 0,
  total bigint not null default 0,
  net bigint not null default 0,
  primary key (store_id, item_id, id)
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false
);
comment on table sales_change is 'Erasure of a customer
not personal: kind status payment_status fulfillment_status return_status';
alter table sales_change enable row level security, force row level security;
create policy own_store on sales_change
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_read on sales_change for select to current_user using (true);
grant select, insert, delete on sales_change to storewright_app;
-- Plans that are made for a table without pages read all of its rows, and are reused: it gets some.
select set_config('app.store_id', '00000000-0000-0000-0000-000000000000', true);
insert into sales_change (kind, item_id, at, status)
select 'order', current_store(), now(), 'draft' from generate_series(1, 3000);
delete from sales_change;
select set_config('app.store_id', '', true);

-- By the day in the store's time zone on which an order was created, and its current status.
create table stored_sales_day (
  store_id uuid not null default current_store() references store on delete cascade,
  day date not null,
  status text not null,
  orders integer not null default 0,
  units bigint not null default 0,
  subtotal bigint not null default 0,
  discounts bigint not null default 0,
  shipping bigint not null default 0,
  tax bigint not null default 0,
  refunds bigint not null default 0,
  total bigint not null default 0,
  -- The total without shipping, tax and refunds, never below zero for an order.
  net bigint not null default 0,
  primary key (store_id, day, status)
);
comment on table stored_sales_day is 'Erasure of a customer
not personal: status';
alter table stored_sales_day enable row level security, force row level security;
create policy own_store on stored_sales_day
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on stored_sales_day to storewright_app;

create view pending_sales_day with (security_invoker = true) as
select c.store_id, c.id as change_id, (c.at at time zone b.timezone)::date as day, c.status,
  c.orders, c.units, c.subtotal, c.discounts, c.shipping, c.tax, c.refunds, c.total, c.net
from sales_change c
join store b on b.id = c.store_id
where c.kind = 'order';
grant select on pending_sales_day to storewright_app;

create view sales_day with (security_invoker = true) as
select store_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total,
  net
from stored_sales_day
union all
select store_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total,
  net
from pending_sales_day;
grant select on sales_day to storewright_app;

-- The number of each product, customer and category with sales. Sales refer to items by number, because it is shorter
-- than an id.
create table sales_item (
  store_id uuid not null default current_store() references store on delete cascade,
  kind text not null check (kind in ('product', 'customer', 'category')),
  number integer not null,
  item_id uuid not null,
  primary key (store_id, kind, number),
  unique (store_id, kind, item_id)
);
comment on table sales_item is 'Erasure of a customer
not personal: kind';
alter table sales_item enable row level security, force row level security;
create policy own_store on sales_item
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert on sales_item to storewright_app;

-- Sales that are not in `packed_sales`: those of the last days, and later changes of earlier days.
create table stored_sales_top (
  store_id uuid not null default current_store() references store on delete cascade,
  kind text not null,
  day date not null,
  item_number integer not null,
  -- Units of a product, orders of a customer.
  quantity integer not null default 0,
  sales bigint not null default 0,
  -- With the amounts, PostgreSQL reads the sales of a day from the index alone.
  primary key (store_id, kind, day, item_number) include (quantity, sales)
);
comment on table stored_sales_top is 'Erasure of a customer
not personal: kind';
alter table stored_sales_top enable row level security, force row level security;
create policy own_store on stored_sales_top
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_read on stored_sales_top for select to current_user using (true);
grant select, insert, update, delete on stored_sales_top to storewright_app;

-- The sums of all items in a span, packed into a text. Any period consists of a few spans.
create table packed_sales (
  store_id uuid not null default current_store() references store on delete cascade,
  kind text not null,
  span text not null check (span in ('day', 'month', 'quarter', 'year')),
  starts_on date not null,
  entries text not null,
  -- Changes with the entries, so that a process that has read them need not read them again.
  revision uuid not null generated always as (md5(entries)::uuid) stored,
  primary key (store_id, kind, span, starts_on)
);
-- Not compressed, because reading a compressed text takes longer.
alter table packed_sales alter entries set storage external;
comment on table packed_sales is 'Erasure of a customer
not personal: kind span entries';
alter table packed_sales enable row level security, force row level security;
create policy own_store on packed_sales
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on packed_sales to storewright_app;

create view pending_sales_top with (security_invoker = true) as
select c.store_id, c.change_id, c.kind, (c.at at time zone b.timezone)::date as day, c.item_id,
  c.quantity, c.sales
from (
  select store_id, id as change_id, case kind when 'order' then 'customer' else kind end as kind,
    at, item_id, case kind when 'order' then orders else units::integer end as quantity,
    net as sales
  from sales_change
  where status not in ('draft', 'cancelled')
    and item_id <> '00000000-0000-0000-0000-000000000000'
  union all
  select c.store_id, c.id, 'category', c.at, pc.category_id, c.units::integer, c.net
  from sales_change c
  join product_category pc on pc.store_id = c.store_id and pc.product_id = c.item_id
  where c.kind = 'product' and c.status not in ('draft', 'cancelled')
) c
join store b on b.id = c.store_id;
grant select on pending_sales_top to storewright_app;

-- The numbers of orders by status, of all time.
create table stored_order_tally (
  store_id uuid not null default current_store() references store on delete cascade,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  return_status text not null default 'none',
  is_archived boolean not null default false,
  orders integer not null default 0,
  primary key (store_id, status, payment_status, fulfillment_status, return_status, is_archived)
);
comment on table stored_order_tally is 'Erasure of a customer
not personal: status payment_status fulfillment_status return_status';
alter table stored_order_tally enable row level security, force row level security;
create policy own_store on stored_order_tally
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on stored_order_tally to storewright_app;

create view pending_order_tally with (security_invoker = true) as
select store_id, id as change_id, status, payment_status, fulfillment_status, return_status,
  is_archived, orders
from sales_change
where kind = 'order';
grant select on pending_order_tally to storewright_app;

create view order_tally with (security_invoker = true) as
select store_id, status, payment_status, fulfillment_status, return_status, is_archived, orders
from stored_order_tally
union all
select store_id, status, payment_status, fulfillment_status, return_status, is_archived, orders
from pending_order_tally;
grant select on order_tally to storewright_app;

-- The dashboard caches sums until the revisions of the store change. Each change adds a row, so
-- that changes of one store do not wait for each other.
create table sales_revision (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
alter table sales_revision enable row level security, force row level security;
create policy own_store on sales_revision
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on sales_revision to storewright_app;

-- The numbers of products and reviews by status and of customers by day, so that no query counts their rows.
-- Several rows of one status are added up: concurrent transactions write a row each.
create table record_tally (
  store_id uuid not null default current_store() references store on delete cascade,
  subject text not null check (subject in ('product', 'review', 'customer')),
  -- Empty for customers.
  status text not null,
  id uuid not null default new_id(),
  records integer not null,
  -- The day in UTC, only of customers.
  created_on date,
  primary key (store_id, subject, status, id)
);
create index record_tally__created on record_tally (store_id, created_on) where created_on is not null;
comment on table record_tally is 'Erasure of a customer
not personal: subject status';
alter table record_tally enable row level security, force row level security;
create policy own_store on record_tally
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on record_tally to storewright_app;
