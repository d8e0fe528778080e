-- Sellers see the carts of their store, newest change first.
create index cart__newest on cart (business_id, updated_at desc, id desc);
