-- Returns emails whose job has ended without a result: its process was killed at the last attempt, or could not store
-- the error. An attempt takes minutes, and all attempts together about four days.
create or replace function list_stranded_mails() returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.store_id, m.id from mail_in m
  where m.status = 'new' and m.created_at < now() - interval '1 hour'
    and (m.error = '' or m.created_at < now() - interval '5 days')
  order by m.created_at limit 1000
$$;
revoke all on function list_stranded_mails from public;
grant execute on function list_stranded_mails to storewright_app;
