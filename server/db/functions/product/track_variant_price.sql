-- Records the price that ended, and sets the prior price of a reduction: the lowest one of the 30
-- days before it was announced. A later change of the compare-at price alone keeps the prior price,
-- because the reduction continues. Of the earlier prices only those stay that a reduction can still
-- refer to: a higher one that ended before a lower one never is the lowest again.
create or replace function track_variant_price() returns trigger language plpgsql as $$
begin
  if new.price <> old.price then
    delete from price_history
    where store_id = old.store_id and variant_id = old.id
      and (price >= old.price or ended_at <= now() - interval '30 days');
    insert into price_history (variant_id, price) values (old.id, old.price);
  end if;
  new.prior_price := case
    when new.compare_at_price is null or new.compare_at_price <= new.price then null
    when new.price = old.price and old.compare_at_price > old.price then old.prior_price
    else least(old.price, (
      select min(price) from price_history
      where store_id = old.store_id and variant_id = old.id
        and ended_at > now() - interval '30 days'))
  end;
  return new;
end $$;
