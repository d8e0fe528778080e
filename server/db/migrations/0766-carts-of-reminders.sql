-- Finds when the shopper of a new order was last reminded (set_reminded_at), among all carts of the store.
create index cart__reminded on cart (store_id, email, reminder_sent_at) where reminder_sent_at is not null;
