-- Enqueues the job that deletes the files of deleted rows from the disk, however they are deleted. The argument
-- of a trigger names another job than the one for the files of orders.
create or replace function enqueue_file_deletion() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  keys json := (select json_agg(file_key) from deleted_file);
begin
  if keys is not null then
    perform add_job(coalesce(tg_argv[0], 'order.deleteFiles'), json_build_object('keys', keys));
  end if;
  return null;
end $$;
revoke all on function enqueue_file_deletion from public;
