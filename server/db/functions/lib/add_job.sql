-- Adds a job in the transaction of the caller.
create or replace function add_job(task text, payload json, key text default null) returns void language sql as $$
  select add_jobs(json_build_array(json_build_object('task', task, 'payload', payload, 'key', key)))
$$;
revoke all on function add_job from public;
grant execute on function add_job to storewright_app;
