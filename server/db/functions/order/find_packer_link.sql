-- Returns the packer link of this hash. Returns no row for a link that is expired or revoked, so that
-- the caller cannot tell it from a link that never existed.
create or replace function find_packer_link(hash bytea) returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.store_id, l.id from packer_link l
  where l.token_hash = hash and l.revoked_at is null and l.expires_at > now()
$$;
revoke all on function find_packer_link from public;
grant execute on function find_packer_link to storewright_app;
