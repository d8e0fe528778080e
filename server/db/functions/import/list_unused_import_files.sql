-- Returns up to 500 imports that ended a week ago or earlier and still have their uploaded file.
create or replace function list_unused_import_files() returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.store_id, i.id
  from import i
  where i.file_key <> '' and i.finished_at < now() - interval '7 days' and i.status in ('done', 'failed', 'cancelled')
  limit 500
$$;
revoke all on function list_unused_import_files from public;
grant execute on function list_unused_import_files to storewright_app;
