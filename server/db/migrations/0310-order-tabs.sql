alter table "order" add column return_status text not null default 'none'
  constraint order__return_status check (return_status in ('none', 'requested', 'accepted'));
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status return_status
not personal: cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags cart_hash';

alter table sales_change add column return_status text not null default 'none';
comment on table sales_change is 'Erasure of a customer
not personal: kind status payment_status fulfillment_status return_status';
alter table stored_order_tally
  add column return_status text not null default 'none',
  drop constraint stored_order_tally_pkey,
  add primary key (store_id, status, payment_status, fulfillment_status, return_status);
comment on table stored_order_tally is 'Erasure of a customer
not personal: status payment_status fulfillment_status return_status';
drop view order_tally;
drop view pending_order_tally;
create view pending_order_tally with (security_invoker = true) as
select store_id, id as change_id, status, payment_status, fulfillment_status, return_status, orders
from sales_change
where kind = 'order';
grant select on pending_order_tally to storewright_app;
create view order_tally with (security_invoker = true) as
select store_id, status, payment_status, fulfillment_status, return_status, orders
from stored_order_tally
union all
select store_id, status, payment_status, fulfillment_status, return_status, orders
from pending_order_tally;
grant select on order_tally to storewright_app;

drop trigger sales_updated on "order";
create trigger sales_updated after update on "order" for each row
  when (
    (old.status, old.payment_status, old.fulfillment_status, old.return_status, old.customer_id,
      old.created_at, old.item_count, old.subtotal, old.discount_total, old.shipping_total, old.tax_total,
      old.refunded_total, old.total)
    is distinct from
    (new.status, new.payment_status, new.fulfillment_status, new.return_status, new.customer_id,
      new.created_at, new.item_count, new.subtotal, new.discount_total, new.shipping_total, new.tax_total,
      new.refunded_total, new.total)
  ) execute function track_order_sales();
drop trigger audit on "order";
create trigger audit after insert or update or delete on "order" for each row
  execute function audit_row('folded_email', 'search', 'return_status', 'version', 'updated_at');

-- The orders with returns, in all stores. The tally counts them with their new status.
alter table "order" no force row level security, disable trigger user;
alter table order_return no force row level security;
alter table sales_change no force row level security;
with returned as (
  update "order" o set return_status = r.status
  from (
    select store_id, order_id,
      case when bool_or(status = 'requested') then 'requested' else 'accepted' end as status
    from order_return where status <> 'declined' group by 1, 2
  ) r
  where o.store_id = r.store_id and o.id = r.order_id
  returning o.store_id, o.customer_id, o.created_at, o.status, o.payment_status, o.fulfillment_status,
    o.return_status
)
insert into sales_change (
  store_id, kind, item_id, at, status, payment_status, fulfillment_status, return_status, orders)
select store_id, 'order', coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), created_at,
  status, payment_status, fulfillment_status, change.return_status, change.orders
from returned, lateral (values ('none', -1), (returned.return_status, 1)) change (return_status, orders);
alter table sales_change force row level security;
alter table order_return force row level security;
alter table "order" force row level security, enable trigger user;
-- Its file replaces the body.
create function update_return_status() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger update_return_status after insert or delete or update of status on order_return
  for each row execute function update_return_status();

create index order__open on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready');
create index order__to_ship on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready')
    and fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'partially_delivered');
create index order__unpaid on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered',
      'completed', 'on_hold')
    and payment_status in ('unpaid', 'authorized', 'partially_paid');
create index order__returns on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered',
      'completed', 'on_hold')
    and return_status in ('requested', 'accepted');
create index order__completed on "order" (store_id, created_at desc, id desc)
  where status in ('delivered', 'completed');
create index order__cancelled_or_returned on "order" (store_id, created_at desc, id desc)
  where status in ('cancelled', 'returned');

alter table fulfillment
  add column folded_tracking text not null
    generated always as (lower(translate(tracking_number, ' -', ''))) stored;
create index fulfillment__tracking on fulfillment (store_id, folded_tracking)
  where folded_tracking <> '';
drop trigger audit on fulfillment;
create trigger audit after insert or update or delete on fulfillment for each row
  execute function audit_row('folded_tracking');
-- Its file creates one that takes a code too.
drop function if exists search_records(text, text);
