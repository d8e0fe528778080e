-- Adds the event of a deleted row; the argument is the event type. A store that is deleted sends no
-- events.
create or replace function enqueue_webhook_event_deleted() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if has_webhook_for(tg_argv[0]) and exists (select 1 from store where id = old.store_id) then
    perform add_webhook_event(tg_argv[0], old.id, jsonb_build_object('_id', old.id));
  end if;
  return null;
end $$;
revoke all on function enqueue_webhook_event_deleted from public;
