-- Stores with an order when its shopper was last reminded of a cart. Carts live for 30 days.
create or replace function set_reminded_at() returns trigger language plpgsql as $$
begin
  new.reminded_at := (
    select max(c.reminder_sent_at) from cart c
    where c.store_id = new.store_id and c.email = lower(new.customer_email)
      and c.reminder_sent_at is not null);
  return new;
end $$;
