-- Records since when an order has its customer, which ends the earlier link of its page.
create or replace function start_customer_of_order() returns trigger language plpgsql as $$
begin
  new.customer_since := now();
  return new;
end $$;
