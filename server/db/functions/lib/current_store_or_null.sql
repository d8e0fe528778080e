-- Returns the store of this transaction, or null outside a store.
create or replace function current_store_or_null() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.store_id', true), '')::uuid
$$;
