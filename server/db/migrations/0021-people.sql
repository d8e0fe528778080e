-- Mails outlast a mail server that is away, and what nobody needs any more about people and requests goes by the clock.

-- Links asked for before are good for nothing after.
alter table person add column password_changed_at timestamptz;

/*
 * Adds a job in the caller's transaction: the job exists if and only if what it is about does. Its payload says when it was asked
 * for. The pause after each failure grows up to six hours; mails, whose server may be away over a weekend, are tried for four days.
 */
create or replace function add_job(task text, payload json, key text default null) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job(task, (payload::jsonb || jsonb_build_object('askedAt', now()))::json, job_key => key,
    max_attempts => case when task like '%.mail' then 25 else 5 end) $$;
