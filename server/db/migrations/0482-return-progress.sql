alter table "order" add column return_progress text not null default 'none'
  check (return_progress in ('none', 'partially_returned', 'returned'));
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status return_status
not personal: return_progress cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags
hidden: cart_hash';
drop trigger audit on "order";
create trigger audit after insert or update or delete on "order" for each row
  execute function audit_row(
    'folded_email', 'search', 'return_status', 'return_progress', 'version', 'updated_at');

-- The orders with returned units, in all stores.
alter table "order" no force row level security, disable trigger user;
alter table order_line no force row level security;
update "order" o set return_progress = l.progress
from (
  select store_id, order_id,
    case when sum(quantity - unsold_quantity) > 0 then 'partially_returned' else 'returned' end
      as progress
  from order_line group by 1, 2 having sum(returned_quantity) > 0
) l
where l.store_id = o.store_id and l.order_id = o.id;
alter table order_line force row level security;
alter table "order" force row level security, enable trigger user;

create index order__return_progress on "order" (store_id, created_at desc, id desc)
  where return_progress in ('partially_returned', 'returned');
create index order__cancel_reason on "order" (store_id, cancel_reason, created_at desc, id desc)
  where cancel_reason <> '';

alter table fulfillment
  add column folded_carrier text not null generated always as (lower(carrier)) stored;
drop trigger audit on fulfillment;
create trigger audit after insert or update or delete on fulfillment for each row
  execute function audit_row('folded_tracking', 'folded_carrier');
create index fulfillment__carrier on fulfillment (store_id, folded_carrier, order_id)
  where folded_carrier <> '';
