-- Returns the stores that have set rules for tasks. Rules that are off still complete their tasks.
create or replace function list_stores_with_task_rules() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct store_id from task_rule
$$;
revoke all on function list_stores_with_task_rules from public;
grant execute on function list_stores_with_task_rules to storewright_app;
