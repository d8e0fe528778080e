-- Returns the themes of all stores whose scheduled publication is due, the earliest first.
create or replace function list_due_theme_publications(at_most integer)
returns table (store_id uuid, theme_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.store_id, p.id
  from theme_publication p
  where p.publish_at <= now()
  order by p.publish_at
  limit at_most
$$;
revoke all on function list_due_theme_publications from public;
grant execute on function list_due_theme_publications to storewright_app;
