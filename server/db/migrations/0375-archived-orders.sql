alter table "order" add column archived_at timestamptz;

alter table sales_change add column is_archived boolean not null default false;
alter table stored_order_tally
  add column is_archived boolean not null default false,
  drop constraint stored_order_tally_pkey,
  add primary key (store_id, status, payment_status, fulfillment_status, return_status, is_archived);
drop view order_tally;
drop view pending_order_tally;
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

drop trigger sales_updated on "order";
create trigger sales_updated after update on "order" for each row
  when (
    (old.status, old.payment_status, old.fulfillment_status, old.return_status,
      old.archived_at is null, old.customer_id, old.created_at, old.item_count, old.subtotal,
      old.discount_total, old.shipping_total, old.tax_total, old.refunded_total, old.total)
    is distinct from
    (new.status, new.payment_status, new.fulfillment_status, new.return_status,
      new.archived_at is null, new.customer_id, new.created_at, new.item_count, new.subtotal,
      new.discount_total, new.shipping_total, new.tax_total, new.refunded_total, new.total)
  ) execute function track_order_sales();
-- Its file replaces the body.
create function leave_archive() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger leave_archive before update on "order" for each row
  when (
    old.archived_at is not null and new.archived_at is not null
    and new.status not in ('delivered', 'completed', 'cancelled', 'returned')
  ) execute function leave_archive();

create index order__active on "order" (store_id, created_at desc, id desc)
  where archived_at is null;
create index order__archived on "order" (store_id, created_at desc, id desc)
  where archived_at is not null;
drop index order__unpaid;
create index order__unpaid on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered',
      'completed', 'on_hold')
    and payment_status in ('unpaid', 'authorized', 'partially_paid')
    and archived_at is null;
drop index order__returns;
create index order__returns on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered',
      'completed', 'on_hold')
    and return_status in ('requested', 'accepted')
    and archived_at is null;
drop index order__completed;
create index order__completed on "order" (store_id, created_at desc, id desc)
  where status in ('delivered', 'completed') and archived_at is null;
drop index order__cancelled_or_returned;
create index order__cancelled_or_returned on "order" (store_id, created_at desc, id desc)
  where status in ('cancelled', 'returned') and archived_at is null;
