-- Returns the key of the advisory lock that guards the sales totals of a store.
create or replace function sales_lock_key(store uuid) returns bigint language sql immutable as $$
  select hashtextextended(store::text, 7)
$$;
