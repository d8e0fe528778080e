-- Deletes up to `max_count` invitations that expired 30 days ago or earlier and returns how many it
-- deleted. Until then the staff page shows them and can send them again.
create or replace function delete_old_invitations(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from invitation i
    using (
      select business_id, id from invitation where expires_at < now() - interval '30 days' limit max_count
    ) o
    where i.business_id = o.business_id and i.id = o.id
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_invitations from public;
grant execute on function delete_old_invitations to storewright_app;
