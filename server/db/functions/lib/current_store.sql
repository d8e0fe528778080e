-- Returns the store of this transaction, as server/lib/db/db.ts set it. Fails outside a store, so
-- no row is read or written by accident: after a transaction the setting is '', which is no UUID
-- either.
create or replace function current_store() returns uuid language sql stable parallel safe as $$
  select current_setting('app.store_id')::uuid
$$;
