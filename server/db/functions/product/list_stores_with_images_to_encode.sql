-- Returns stores with images that wait for further files.
create or replace function list_stores_with_images_to_encode(max_count integer)
returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id
  from store s
  where exists (select 1 from media m where m.store_id = s.id and m.encoded_at is null)
  limit max_count
$$;
revoke all on function list_stores_with_images_to_encode from public;
grant execute on function list_stores_with_images_to_encode to storewright_app;
