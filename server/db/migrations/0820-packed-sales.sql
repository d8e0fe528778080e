-- The sales of items are kept by day and, from the day before yesterday, packed into one text for each day, month,
-- quarter and year. A job packs those of earlier days.
drop view sales_top;
drop view pending_sales_top;
alter table stored_sales_top rename to replaced_sales_top;
alter index stored_sales_top_pkey rename to replaced_sales_top_pkey;
alter table replaced_sales_top drop constraint stored_sales_top_store_id_fkey;
alter table replaced_sales_top no force row level security;
create table sales_item (
  store_id uuid not null default current_store() references store on delete cascade,
  kind text not null check (kind in ('product', 'customer', 'category')),
  number integer not null,
  item_id uuid not null,
  primary key (store_id, kind, number),
  unique (store_id, kind, item_id)
);
insert into sales_item (store_id, kind, number, item_id)
select store_id, kind, row_number() over (partition by store_id, kind order by item_id), item_id
from (select distinct store_id, kind, item_id from replaced_sales_top where span = 'day') i;
create table stored_sales_top (
  store_id uuid not null default current_store() references store on delete cascade,
  kind text not null,
  day date not null,
  item_number integer not null,
  -- Units of a product, orders of a customer.
  quantity integer not null default 0,
  sales bigint not null default 0,
  -- With the amounts, the index alone answers the query of a day.
  primary key (store_id, kind, day, item_number) include (quantity, sales)
);
insert into stored_sales_top (store_id, kind, day, item_number, quantity, sales)
select t.store_id, t.kind, t.starts_on, i.number, t.quantity, t.sales
from replaced_sales_top t
join sales_item i on i.store_id = t.store_id and i.kind = t.kind and i.item_id = t.item_id
where t.span = 'day' and (t.quantity <> 0 or t.sales <> 0)
order by 1, 2, 3, 4;
comment on table sales_item is 'Erasure of a customer
not personal: kind';
alter table sales_item enable row level security, force row level security;
create policy own_store on sales_item
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert on sales_item to storewright_app;
comment on table stored_sales_top is 'Erasure of a customer
not personal: kind';
alter table stored_sales_top enable row level security, force row level security;
create policy own_store on stored_sales_top
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_read on stored_sales_top for select to current_user using (true);
grant select, insert, update, delete on stored_sales_top to storewright_app;
drop table replaced_sales_top;
select add_job('sales.packMany', '{}', 'sales.packMany');
create table packed_sales (
  store_id uuid not null default current_store() references store on delete cascade,
  kind text not null,
  span text not null check (span in ('day', 'month', 'quarter', 'year')),
  starts_on date not null,
  entries text not null,
  primary key (store_id, kind, span, starts_on)
);
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
