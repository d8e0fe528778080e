-- The entries of the form of the checkout, such as the address, so that its page shows them again.
alter table cart add column checkout jsonb not null default '{}';
grant select, update, delete on cart to storewright_app;
grant select on cart_line to storewright_app;

-- An order from the storefront has the hash of its cart's token: a form that is sent twice finds the order. The name and
-- the instructions of the payment method are those at the time of the order, as its titles and prices.
alter table "order"
  add column cart_hash bytea,
  add column language text not null default '',
  add column payment_method text not null default '',
  add column payment_instructions text not null default '';
create unique index order__cart on "order" (business_id, cart_hash) where cart_hash is not null;

grant select (default_tax_rate) on business to storewright_storefront;
grant select (business_id, id, name, enabled, position) on payment_method to storewright_storefront;
create policy storefront on payment_method as restrictive for select to storewright_storefront using (enabled);

create function set_cart_checkout(cart_token bytea, new_checkout jsonb) returns void language sql as '';
create function read_cart_checkout(cart_token bytea) returns jsonb language sql as 'select null::jsonb';
