-- Adds a job in the transaction of the caller: the job exists if and only if its cause is
-- committed. The payload gets the time of the request. The pause after each failure grows up to six
-- hours. Emails get 25 attempts, about four days, because a mail server may be unavailable over a
-- weekend. Imports of a store run one after another, because each needs much memory. Jobs of one
-- transaction start in the order in which it added them.
create or replace function add_job(task text, payload json, key text default null) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job(
    task,
    (payload::jsonb || jsonb_build_object('requestedAt', now()))::json,
    queue_name => case when task in ('import.plan', 'import.run') then 'import ' || (payload ->> 'businessId') end,
    run_at => clock_timestamp(),
    job_key => key,
    max_attempts => case when task like '%.mail' then 25 else 5 end)
$$;
revoke all on function add_job from public;
grant execute on function add_job to storewright_app;
