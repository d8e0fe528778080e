-- Returns the stores where it is morning and tasks of staff are due today.
create or replace function list_stores_with_due_tasks() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.store_id
  from task t join store s on s.id = t.store_id
  where t.due_on <= current_date + 1
    and t.assignee_id is not null and t.completed_at is null and t.deleted_at is null
    and t.due_on <= (now() at time zone s.timezone)::date
    and extract(hour from now() at time zone s.timezone) between 7 and 11
$$;
revoke all on function list_stores_with_due_tasks from public;
grant execute on function list_stores_with_due_tasks to storewright_app;
