-- Returns whether any store has this slug, or another store had it before. It reads the rows of all
-- stores and reveals nothing else.
create or replace function is_slug_taken(wanted_slug text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from store where slug = wanted_slug)
    or exists (
      select 1 from earlier_store_host e
      where split_part(e.host, '.', 1) = wanted_slug
        and e.store_id is distinct from current_store_or_null())
$$;
revoke all on function is_slug_taken from public;
grant execute on function is_slug_taken to storewright_app;
