-- Ends the link of an order that gets another customer.
create or replace function start_customer_of_order() returns trigger language plpgsql as $$
begin
  new.customer_since := now();
  return new;
end $$;
