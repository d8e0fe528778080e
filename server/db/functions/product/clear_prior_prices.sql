-- Ends the reductions of a product that shoppers can see again: no shopper was charged the prices that it
-- had meanwhile.
create or replace function clear_prior_prices() returns trigger language plpgsql as $$
begin
  update variant set prior_price = null
  where store_id = new.store_id and product_id = new.id and prior_price is not null;
  return null;
end $$;
