-- Returns the imports in progress whose job no longer exists or has used all its attempts, so it
-- could not report failure.
create or replace function list_stalled_imports() returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.store_id, i.id
  from import i
  where (i.status in ('planning', 'running') or i.is_fetching_images) and not exists (
    select 1
    from graphile_worker.jobs j
    where j.key in ('import ' || i.id, 'images ' || i.id)
      and (j.locked_at is not null or j.attempts < j.max_attempts))
$$;
revoke all on function list_stalled_imports from public;
grant execute on function list_stalled_imports to storewright_app;
