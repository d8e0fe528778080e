-- What a store tells programs of: addresses, what happened, and how it was delivered.

create table webhook (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  url text not null,
  name text not null default '',
  events text[] not null check (events <> '{}'),
  -- Encrypted by the installation's key, since it signs and so must be read again. After it was changed the one before
  -- signs as well for a day.
  secret bytea not null,
  secret_before bytea,
  renewed_at timestamptz not null default now(),
  -- Its last characters, to be told from others by.
  hint text not null,
  is_on boolean not null default true,
  -- Switched off by itself, because nothing arrived for three days.
  has_given_up boolean not null default false,
  failing_since timestamptz,
  made_by uuid references person on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
select belongs_to_business('webhook', '{secret,secret_before,failing_since,version}');

/* The outbox: what happened, as it was at that moment. Written in the transaction of the change, and only if anybody is told. */
create table webhook_event (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  type text not null,
  -- No foreign key: what happened stays true when the thing is gone.
  about uuid not null,
  data jsonb not null,
  -- Of many changes of one thing in one transaction the world sees one.
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (business_id, id),
  unique (business_id, about, type, tx)
);
create index webhook_event__old on webhook_event (created_at);

-- One thing to be said to one address, until it was taken or given up. One that is sent again by hand is another one.
create table webhook_delivery (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  webhook_id uuid not null,
  event_id uuid not null,
  is_repeat boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Begun ones: a process that dies while it sends has used one up.
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  -- Of the last attempt: what was answered, or why nothing was.
  response_status integer,
  response text not null default '',
  error text not null default '',
  took_ms integer,
  tried_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (business_id, id),
  foreign key (business_id, webhook_id) references webhook (business_id, id) on delete cascade,
  foreign key (business_id, event_id) references webhook_event (business_id, id) on delete cascade
);
create index webhook_delivery__due on webhook_delivery (next_at) where status = 'waiting';
create index webhook_delivery__newest on webhook_delivery (business_id, webhook_id, created_at desc, id desc);
create index webhook_delivery__event on webhook_delivery (business_id, event_id);

do $$
declare t text;
begin
  -- Derived from what is in the audit already.
  foreach t in array '{webhook_event,webhook_delivery}'::text[] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy own_business on %s using (business_id = current_business()) with check (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %s to storewright_app', t);
    -- For the two functions at the end, which concern every store.
    execute format('create policy keeper on %s to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

/* Asked first of all, so that a store that tells nobody writes nothing. */
create function is_told(kind text) returns boolean language sql stable as
  $$ select exists (select 1 from webhook where business_id = current_business() and is_on and kind = any (events)) $$;

create function add_webhook_event(kind text, subject uuid, what jsonb) returns void language plpgsql as $$
declare made uuid;
begin
  insert into webhook_event (type, about, data) values (kind, subject, what) on conflict (business_id, about, type, tx) do nothing returning id into made;
  insert into webhook_delivery (webhook_id, event_id)
  select w.id, made from webhook w where made is not null and w.business_id = current_business() and w.is_on and kind = any (w.events);
end $$;

create function order_told(wanted uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', o.id, 'number', o.number, 'status', o.status, 'paymentStatus', o.payment_status, 'fulfillmentStatus', o.fulfillment_status,
    'customer', jsonb_build_object('_id', o.customer_id, 'name', o.customer_name, 'email', o.customer_email, 'phone', o.customer_phone),
    'currency', o.currency, 'subtotal', o.subtotal, 'discountTotal', o.discount_total, 'shippingTotal', o.shipping_total, 'taxTotal', o.tax_total,
    'taxIncluded', o.tax_included, 'total', o.total, 'paidTotal', o.paid_total, 'refundedTotal', o.refunded_total, 'itemCount', o.item_count,
    'shippingAddress', o.shipping_address, 'billingAddress', o.billing_address, 'shippingMethod', o.shipping_method, 'customerNote', o.customer_note,
    'tags', to_jsonb(o.tags), 'source', o.source, 'cancelReason', o.cancel_reason, 'version', o.version, 'createdAt', o.created_at,
    'lines', coalesce((select jsonb_agg(jsonb_build_object('_id', l.id, 'product', l.product_id, 'variant', l.variant_id, 'title', l.title, 'variantTitle', l.variant_title,
      'sku', l.sku, 'quantity', l.quantity, 'unitPrice', l.unit_price, 'discount', l.discount, 'tax', l.tax, 'total', l.total) order by l.position, l.id)
      from order_line l where l.business_id = o.business_id and l.order_id = o.id), '[]'))
  from "order" o where o.business_id = current_business() and o.id = wanted $$;

-- What goods cost the store, and what the store notes for itself, is told to nobody.
create function product_told(wanted uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', p.id, 'title', p.title, 'slug', p.slug, 'status', p.status, 'vendor', p.vendor, 'productType', p.product_type, 'tags', to_jsonb(p.tags),
    'options', p.options, 'price', p.price, 'compareAtPrice', p.compare_at_price, 'stock', p.stock, 'trackStock', p.track_stock, 'image', p.image,
    'version', p.version, 'createdAt', p.created_at, 'updatedAt', p.updated_at,
    'variants', coalesce((select jsonb_agg(jsonb_build_object('_id', v.id, 'options', to_jsonb(v.options), 'sku', v.sku, 'barcode', v.barcode, 'price', v.price,
      'compareAtPrice', v.compare_at_price, 'trackStock', v.track_stock, 'stock', v.stock, 'allowBackorder', v.allow_backorder, 'weight', v.weight) order by v.position, v.id)
      from variant v where v.business_id = p.business_id and v.product_id = p.id), '[]'))
  from product p where p.business_id = current_business() and p.id = wanted $$;

create function customer_told(wanted uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone, 'address', c.address, 'tags', to_jsonb(c.tags), 'acceptsMarketing', c.accepts_marketing,
    'orderCount', c.order_count, 'totalSpent', c.total_spent, 'lastOrderAt', c.last_order_at, 'version', c.version, 'createdAt', c.created_at)
  from customer c where c.business_id = current_business() and c.id = wanted $$;

/*
 * Triggers, as for notices: whatever changes an order or a product cannot forget them, and what is rolled back was never
 * said. They wait for the end of the transaction, where an order has its lines and a product its variants. The arguments
 * are the type of the event, and the function that says how the thing is now.
 */
create function tell_webhooks() returns trigger language plpgsql as $$
declare what jsonb;
begin
  if not is_told(tg_argv[0]) then return null; end if;
  -- What is new is told whole; that it was changed in the same transaction is no news.
  if tg_argv[0] like '%.updated' and exists (select 1 from webhook_event
    where business_id = current_business() and about = new.id and type = replace(tg_argv[0], 'updated', 'created') and tx = pg_current_xact_id()) then return null; end if;
  execute format('select %I($1)', tg_argv[1]) into what using new.id;
  -- Gone by the end of the transaction.
  if what is not null then perform add_webhook_event(tg_argv[0], new.id, what); end if;
  return null;
end $$;

-- An import brings in history, which is no news. Drafts are nobody's business yet.
create constraint trigger webhook_inserted after insert on "order" deferrable initially deferred for each row
  when (new.source <> 'import' and new.status <> 'draft') execute function tell_webhooks('order.created', 'order_told');
create constraint trigger webhook_placed after update on "order" deferrable initially deferred for each row
  when (old.status = 'draft' and new.status not in ('draft', 'cancelled')) execute function tell_webhooks('order.created', 'order_told');
create constraint trigger webhook_updated after update on "order" deferrable initially deferred for each row
  when (old.status <> 'draft' and old.* is distinct from new.*) execute function tell_webhooks('order.updated', 'order_told');
create constraint trigger webhook_paid after update on "order" deferrable initially deferred for each row
  when (old.payment_status <> new.payment_status and new.payment_status = 'paid') execute function tell_webhooks('order.paid', 'order_told');
create constraint trigger webhook_fulfilled after update on "order" deferrable initially deferred for each row
  when (old.fulfillment_status <> new.fulfillment_status and new.fulfillment_status = 'fulfilled') execute function tell_webhooks('order.fulfilled', 'order_told');
create constraint trigger webhook_cancelled after update on "order" deferrable initially deferred for each row
  when (old.status not in ('draft', 'cancelled') and new.status = 'cancelled') execute function tell_webhooks('order.cancelled', 'order_told');

-- The version counts changes by people and programs; stock and prices of variants that only follow them do not count it.
create constraint trigger webhook_inserted after insert on product deferrable initially deferred for each row execute function tell_webhooks('product.created', 'product_told');
create constraint trigger webhook_updated after update on product deferrable initially deferred for each row
  when (old.version <> new.version) execute function tell_webhooks('product.updated', 'product_told');
create constraint trigger webhook_inserted after insert on customer deferrable initially deferred for each row execute function tell_webhooks('customer.created', 'customer_told');
create constraint trigger webhook_updated after update on customer deferrable initially deferred for each row
  when (old.version <> new.version) execute function tell_webhooks('customer.updated', 'customer_told');

create function tell_webhooks_gone() returns trigger language plpgsql as $$
begin
  -- With the store itself everything goes.
  if is_told(tg_argv[0]) and exists (select 1 from business where id = old.business_id) then
    perform add_webhook_event(tg_argv[0], old.id, jsonb_build_object('_id', old.id));
  end if;
  return null;
end $$;
create trigger webhook_deleted after delete on product for each row execute function tell_webhooks_gone('product.deleted');
create trigger webhook_deleted after delete on customer for each row execute function tell_webhooks_gone('customer.deleted');

-- Each movement is an event of its own: they add up.
create function tell_webhooks_stock() returns trigger language plpgsql as $$
begin
  if is_told('stock.changed') then
    perform add_webhook_event('stock.changed', new.id, (
      select jsonb_build_object('product', v.product_id, 'variant', v.id, 'title', p.title, 'variantTitle', array_to_string(v.options, ' / '), 'sku', v.sku,
        'stock', new.stock_after, 'change', new.delta, 'reason', new.reason, 'order', new.order_id)
      from variant v join product p on p.business_id = v.business_id and p.id = v.product_id where v.business_id = new.business_id and v.id = new.variant_id));
  end if;
  return null;
end $$;
create trigger webhook_moved after insert on stock_movement for each row execute function tell_webhooks_stock();

/*
 * Takes up deliveries that are due, for whoever sends them: until the lease is over nobody else gets them, and after it, if
 * the sender died, somebody does. A few of each store, and none of those that still keep the sender waiting.
 */
create function claim_deliveries(at_most integer, busy uuid[], lease interval) returns table (business_id uuid, id uuid)
  language sql security definer set search_path = pg_catalog, public as $$
  with due as (
    select d.business_id, d.id, row_number() over (partition by d.business_id order by d.next_at, d.id) as place
    from (select f.business_id, f.id, f.next_at from webhook_delivery f where f.status = 'waiting' and f.next_at <= now() and f.business_id <> all (busy) order by f.next_at limit 1000) d
  )
  update webhook_delivery w set next_at = now() + lease, attempts = attempts + 1
  from (select due.business_id, due.id from due where place <= 4 order by place limit at_most) mine
  where w.business_id = mine.business_id and w.id = mine.id and w.status = 'waiting' and w.next_at <= now()
  returning w.business_id, w.id $$;

/* The log is kept for thirty days. A part at a time, so that nobody waits long; says how many went. */
create function forget_old_webhook_events(at_most integer) returns integer language sql security definer set search_path = pg_catalog, public as $$
  with gone as (
    delete from webhook_event e using (
      select business_id, id from webhook_event o where created_at < now() - interval '30 days'
        and not exists (select 1 from webhook_delivery d where d.business_id = o.business_id and d.event_id = o.id and d.created_at >= now() - interval '30 days')
      order by created_at limit at_most) o
    where e.business_id = o.business_id and e.id = o.id returning 1
  ) select count(*)::integer from gone
$$;
revoke all on function claim_deliveries, forget_old_webhook_events from public;
grant execute on function claim_deliveries, forget_old_webhook_events to storewright_app;

-- Somebody has to be told that nothing arrives any more.
alter table notice drop constraint notice_kind_check, drop constraint notice_subject_check,
  add constraint notice_kind_check check (kind in
    ('order_created', 'stock_low', 'import_ready', 'import_done', 'import_failed', 'domain_active', 'domain_failed', 'webhook_off')),
  add constraint notice_subject_check check (subject in ('order', 'product', 'import', 'domain', 'developer'));

create function notice_webhook() returns trigger language plpgsql as $$
begin
  perform add_notice('webhook_off', 'developer', new.id, jsonb_build_object('url', new.url));
  return null;
end $$;
create trigger notice_webhook after update of has_given_up on webhook for each row when (new.has_given_up and not old.has_given_up) execute function notice_webhook();
