-- Returns the stores with due reminders of events, and the person who alone sees them if they are private.
create or replace function list_due_reminders() returns table (store_id uuid, person_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct e.store_id, case when e.is_private then e.created_by end
  from calendar_event e where e.remind_at <= now()
$$;
revoke all on function list_due_reminders from public;
grant execute on function list_due_reminders to storewright_app;
