-- The table of sales was called `checkout`, and had words of its own for their states.
alter table checkout rename to sale;
alter table sale rename column frozen to content;
alter table sale rename column content_hash to form_hash;
alter table sale rename constraint checkout_pkey to sale_pkey;
alter table sale rename constraint checkout_store_id_fkey to sale_store_id_fkey;
alter table sale rename constraint checkout_store_id_order_id_fkey to sale_store_id_order_id_fkey;
alter index checkout__order rename to sale__order;
drop index checkout__open, checkout__old;
alter table sale drop constraint checkout_state_check;

-- The update concerns the sales of all stores.
alter table sale no force row level security;
update sale
set state = case state when 'open' then 'held' when 'ordered' then 'paid' else 'late' end;
alter table sale
  force row level security,
  alter column state set default 'held',
  add check (state in ('held', 'paid', 'late'));
create unique index sale__held on sale (store_id, cart_hash) where state = 'held';
create index sale__old on sale (created_at) where state <> 'held';
comment on table sale is 'Erasure of a customer
remove input.customer input.shippingAddress input.billingAddress input.customerNote: content
not personal: cart_hash state form_hash';

alter table payment_session rename column checkout_id to sale_id;
alter table payment_session
  rename constraint payment_session_store_id_checkout_id_fkey to payment_session_store_id_sale_id_fkey;
alter index payment_session__checkout rename to payment_session__sale;
