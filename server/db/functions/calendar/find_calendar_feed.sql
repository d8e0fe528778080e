-- Returns the calendar feed of this hash, unless its person has lost access.
create or replace function find_calendar_feed(hash bytea) returns table (
  store_id uuid, person_id uuid, kinds text[], has_customer_names boolean, language text, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.store_id, f.person_id, f.kinds, f.has_customer_names, f.language, f.created_at
  from calendar_feed f
  join person p on p.id = f.person_id and p.disabled_at is null
  join membership m on m.store_id = f.store_id and m.person_id = f.person_id and m.status = 'active'
  where f.token_hash = hash
$$;
revoke all on function find_calendar_feed from public;
grant execute on function find_calendar_feed to storewright_app;
