-- Returns the state of the emails of the same order whose jobs were added before a job and are not
-- done: 'running', 'waiting' if none is running, or null. Jobs that failed too often do not count.
-- The second word of a key is the id of the order.
create or replace function find_earlier_order_mail(job_id bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when bool_or(e.locked_at is not null) then 'running' when count(*) > 0 then 'waiting' end
  from graphile_worker.jobs j
    join graphile_worker.jobs e on e.task_identifier = j.task_identifier and e.id < j.id
      and split_part(e.key, ' ', 2) = split_part(j.key, ' ', 2)
  where j.id = find_earlier_order_mail.job_id and e.attempts < e.max_attempts
$$;
revoke all on function find_earlier_order_mail from public;
grant execute on function find_earlier_order_mail to storewright_app;
