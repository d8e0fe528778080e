-- What the dashboard reads: sums kept beside the orders, in the transaction that changes them, so that a year of a busy
-- store costs what a year of a quiet one does. Drafts and cancelled orders are no sales; they are counted apart.

-- By the local day on which an order was made, and its present status.
create table sales_day (
  business_id uuid not null default current_business() references business on delete cascade,
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
  -- What the goods brought: total less shipping, tax and refunds, an order at a time and never below zero.
  net bigint not null default 0,
  primary key (business_id, day, status)
);

-- What sold best, and to whom. Three sizes of span, so that any period is a few of them.
create table sales_top (
  business_id uuid not null default current_business() references business on delete cascade,
  kind text not null check (kind in ('product', 'customer')),
  span text not null check (span in ('day', 'month', 'year')),
  starts_on date not null,
  item_id uuid not null,
  -- pieces of a product; orders of a customer
  quantity integer not null default 0,
  sales bigint not null default 0,
  -- With the amounts in the index, a span is read in the order of its items and without the table.
  primary key (business_id, kind, span, starts_on, item_id) include (quantity, sales)
);

-- How many orders stand where, of all time.
create table order_tally (
  business_id uuid not null default current_business() references business on delete cascade,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  orders integer not null default 0,
  primary key (business_id, status, payment_status, fulfillment_status)
);

-- What the present transaction has changed. It is emptied before the commit, so nobody ever sees another's rows here,
-- and losing them in a crash loses nothing.
create unlogged table sales_change (
  business_id uuid not null default current_business(),
  at timestamptz not null,
  status text not null,
  payment_status text not null default '',
  fulfillment_status text not null default '',
  customer_id uuid,
  -- null: a change of an order; else of what it sold of this product
  product_id uuid,
  orders integer not null default 0,
  units bigint not null default 0,
  subtotal bigint not null default 0,
  discounts bigint not null default 0,
  shipping bigint not null default 0,
  tax bigint not null default 0,
  refunds bigint not null default 0,
  total bigint not null default 0,
  net bigint not null default 0
);
create index sales_change__business on sales_change (business_id);

do $$
declare t text;
begin
  foreach t in array '{sales_day,sales_top,order_tally,sales_change}'::text[] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy own_business on %s using (business_id = current_business()) with check (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %s to storewright_app', t);
  end loop;
end $$;

create function is_sale(status text) returns boolean language sql immutable parallel safe as
  $$ select status not in ('draft', 'cancelled') $$;

create function note_order_sales(o "order", sign integer) returns void language sql as $$
  select set_config('app.sales_waiting', 'yes', true);
  insert into sales_change (business_id, at, status, payment_status, fulfillment_status, customer_id, orders, units, subtotal, discounts, shipping, tax, refunds, total, net)
  values (o.business_id, o.created_at, o.status, o.payment_status, o.fulfillment_status, o.customer_id, sign, sign * o.item_count, sign * o.subtotal,
    sign * o.discount_total, sign * o.shipping_total, sign * o.tax_total, sign * o.refunded_total, sign * o.total,
    sign * greatest(o.total - o.shipping_total - o.tax_total - o.refunded_total, 0));
$$;

/* A line sells what was not returned. */
create function note_line_sales(l order_line, o "order", sign integer) returns void language sql as $$
  select set_config('app.sales_waiting', 'yes', true);
  insert into sales_change (business_id, at, status, product_id, units, net)
  select l.business_id, o.created_at, o.status, l.product_id, sign * (l.quantity - l.returned),
    sign * ((l.quantity * l.unit_price - l.discount) * (l.quantity - l.returned) / l.quantity)
  where l.product_id is not null and is_sale(o.status);
$$;

/* A statement that changes the status of an order must not change its lines too: they are read here as it left them. */
create function order_changes_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform note_order_sales(old, -1); end if;
  if tg_op <> 'DELETE' then perform note_order_sales(new, 1); end if;
  if tg_op = 'DELETE' then
    perform note_line_sales(l, old, -1) from order_line l where l.business_id = old.business_id and l.order_id = old.id;
    return old;
  end if;
  if tg_op = 'UPDATE' and (is_sale(old.status), old.created_at) is distinct from (is_sale(new.status), new.created_at) then
    perform note_line_sales(l, old, -1), note_line_sales(l, new, 1) from order_line l where l.business_id = new.business_id and l.order_id = new.id;
  end if;
  return null;
end $$;
create trigger sales_inserted after insert on "order" for each row execute function order_changes_sales();
create trigger sales_updated after update on "order" for each row
  when ((old.status, old.payment_status, old.fulfillment_status, old.customer_id, old.created_at, old.item_count, old.subtotal, old.discount_total,
      old.shipping_total, old.tax_total, old.refunded_total, old.total)
    is distinct from (new.status, new.payment_status, new.fulfillment_status, new.customer_id, new.created_at, new.item_count, new.subtotal, new.discount_total,
      new.shipping_total, new.tax_total, new.refunded_total, new.total))
  execute function order_changes_sales();
-- Before: afterwards the lines are gone with the order.
create trigger sales_deleted before delete on "order" for each row execute function order_changes_sales();

create function order_line_changes_sales() returns trigger language plpgsql as $$
declare o "order";
begin
  if tg_op <> 'INSERT' then
    select * into o from "order" where business_id = old.business_id and id = old.order_id;
    if found then perform note_line_sales(old, o, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    select * into o from "order" where business_id = new.business_id and id = new.order_id;
    if found then perform note_line_sales(new, o, 1); end if;
  end if;
  return null;
end $$;
create trigger sales_inserted_or_deleted after insert or delete on order_line for each row execute function order_line_changes_sales();
create trigger sales_updated after update on order_line for each row
  when ((old.order_id, old.product_id, old.quantity, old.returned, old.unit_price, old.discount)
    is distinct from (new.order_id, new.product_id, new.quantity, new.returned, new.unit_price, new.discount))
  execute function order_line_changes_sales();

create function sales_lock(store uuid) returns bigint language sql immutable as
  $$ select hashtextextended(store::text, 7) $$;

/*
 * Adds what the transaction changed, once, as the last thing it does: until then no sum is locked, so orders of one
 * store wait for each other only while they commit. Each table is written in the order of its key, by everybody, so
 * two commits cannot wait for each other in a circle.
 */
create function apply_sales() returns trigger language plpgsql as $$
declare zone text;
begin
  if current_setting('app.sales_waiting', true) is distinct from 'yes' then return null; end if;
  -- Shared with other orders, but not with a change of the time zone; only after it is the zone sure.
  perform pg_advisory_xact_lock_shared(sales_lock(new.business_id));
  select timezone into zone from business where id = new.business_id;

  insert into order_tally as t (business_id, status, payment_status, fulfillment_status, orders)
  select business_id, status, payment_status, fulfillment_status, sum(orders) from sales_change
  where business_id = new.business_id and product_id is null
  group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4
  on conflict (business_id, status, payment_status, fulfillment_status) do update set orders = t.orders + excluded.orders;

  insert into sales_day as t (business_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total, net)
  select business_id, (at at time zone zone)::date, status, sum(orders), sum(units), sum(subtotal), sum(discounts), sum(shipping), sum(tax), sum(refunds), sum(total), sum(net)
  from sales_change where business_id = new.business_id and product_id is null
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (business_id, day, status) do update set orders = t.orders + excluded.orders, units = t.units + excluded.units, subtotal = t.subtotal + excluded.subtotal,
    discounts = t.discounts + excluded.discounts, shipping = t.shipping + excluded.shipping, tax = t.tax + excluded.tax, refunds = t.refunds + excluded.refunds,
    total = t.total + excluded.total, net = t.net + excluded.net;

  insert into sales_top as t (business_id, kind, span, starts_on, item_id, quantity, sales)
  select c.business_id, c.kind, span, date_trunc(span, c.day)::date, c.item_id, sum(c.quantity), sum(c.sales)
  from (
    select business_id, 'product' as kind, at at time zone zone as day, product_id as item_id, units as quantity, net as sales
    from sales_change where business_id = new.business_id and product_id is not null
    union all
    select business_id, 'customer', at at time zone zone, customer_id, orders, net
    from sales_change where business_id = new.business_id and product_id is null and customer_id is not null and is_sale(status)
  ) c cross join unnest('{day,month,year}'::text[]) span
  group by 1, 2, 3, 4, 5 having sum(c.quantity) <> 0 or sum(c.sales) <> 0 order by 1, 2, 3, 4, 5
  on conflict (business_id, kind, span, starts_on, item_id) do update set quantity = t.quantity + excluded.quantity, sales = t.sales + excluded.sales;

  delete from sales_change where business_id = new.business_id;
  perform set_config('app.sales_waiting', '', true);
  return null;
end $$;
create constraint trigger apply_sales after insert on sales_change deferrable initially deferred for each row execute function apply_sales();

/* Makes a store's sums anew from its orders, at the commit. Call it within the store. */
create function rebuild_sales(store uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(sales_lock(store));
  delete from sales_change where business_id = store;
  delete from sales_day where business_id = store;
  delete from sales_top where business_id = store;
  delete from order_tally where business_id = store;
  perform note_order_sales(o, 1) from "order" o where o.business_id = store;
  perform note_line_sales(l, o, 1) from "order" o join order_line l on l.business_id = o.business_id and l.order_id = o.id where o.business_id = store;
end $$;

-- In another time zone other orders belong to a day.
create function business_moves_sales() returns trigger language plpgsql as $$
begin
  perform rebuild_sales(new.id);
  return null;
end $$;
create trigger sales_moved after update of timezone on business for each row when (old.timezone <> new.timezone) execute function business_moves_sales();


-- Products that want looking after: counted without reading them.
create index product__low_stock on product (business_id, stock, id) where status = 'active' and track_stock;
create index product__no_image on product (business_id) where status = 'active' and image = '';
create index product__no_price on product (business_id) where status = 'active' and price = 0;

-- For /health/ready, which asks as the application.
grant select on migration to storewright_app;
