-- Returns the active API key of this hash with its own permissions and those of the person who
-- created it. Returns no row for a key that is expired or revoked, or whose creator has lost
-- access.
create or replace function find_api_key(secret_hash bytea)
returns table (
  store_id uuid,
  id uuid,
  person_id uuid,
  role text,
  abilities jsonb,
  ability jsonb,
  is_used_lately boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.store_id, k.id, m.person_id, m.role, coalesce(m.abilities, r.ability), k.ability,
    coalesce(k.last_used_at > now() - interval '1 minute', false)
  from api_key k
  join person p on p.id = k.created_by and p.disabled_at is null
  join membership m on m.store_id = k.store_id and m.person_id = k.created_by and m.status = 'active'
  left join role r on r.store_id = m.store_id and r.role = m.role
  where k.hash = secret_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
$$;
revoke all on function find_api_key from public;
grant execute on function find_api_key to storewright_app;
