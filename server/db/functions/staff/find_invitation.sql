-- Returns the open invitation of this token hash. Its recipient belongs to no store yet, so it
-- searches every store.
create or replace function find_invitation(hash bytea) returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.store_id, i.id from invitation i where i.token_hash = hash and i.expires_at > now()
$$;
revoke all on function find_invitation from public;
grant execute on function find_invitation to storewright_app;
