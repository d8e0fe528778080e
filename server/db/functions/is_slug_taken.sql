-- Returns whether any store has this slug. It reads the rows of all stores and reveals nothing
-- else.
create or replace function is_slug_taken(wanted_slug text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from business where slug = wanted_slug)
$$;
revoke all on function is_slug_taken from public;
grant execute on function is_slug_taken to storewright_app;
