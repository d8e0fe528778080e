-- Returns the key of the advisory lock of a store: transactions that add words share it, and those that
-- delete parts of words hold it alone.
create or replace function search_lock_key(store uuid) returns bigint language sql immutable as $$
  select hashtextextended('search_part ' || store::text, 0)
$$;
