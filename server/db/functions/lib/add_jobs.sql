-- Adds jobs in the transaction of the caller: they exist if and only if their cause is committed. Each is an
-- object with its `task`, `payload`, `key` and, if it starts later, `runAt`. The payload gets the time of the request.
-- The pause after each failure grows up to six hours. Emails and cancellations of labels get 25 attempts, about four
-- days, because a mail server or a label service may be unavailable over a weekend. Imports of a store run one after
-- another, because each needs much memory. The stores take turns: an import waits for those of other stores that have
-- fewer imports before it. The workers for small files skip jobs with a flag. Jobs of one transaction start in the
-- order in which it added them.
create or replace function add_jobs(new_jobs json) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(
      job.task,
      (job.payload || jsonb_build_object('requestedAt', now()))::json,
      case when job.task in ('import.plan', 'import.run') then 'import ' || (job.payload ->> 'storeId') end,
      coalesce(job."runAt", clock_timestamp()),
      case when job.task like '%.mail' or job.task in ('order.cancelLabel', 'mailIn.file') then 25 else 5 end,
      job.key,
      case when job.task in ('import.plan', 'import.run') then (
        select count(*)::integer
        from graphile_worker.jobs waiting
        where waiting.queue_name = 'import ' || (job.payload ->> 'storeId')
          and waiting.key is distinct from job.key
      ) end,
      case when job.payload ->> 'flag' <> '' then array[job.payload ->> 'flag'] end)::graphile_worker.job_spec
    from json_to_recordset(new_jobs) as job (task text, payload jsonb, key text, "runAt" timestamptz)));
end $$;
revoke all on function add_jobs from public;
grant execute on function add_jobs to storewright_app;
