-- When each job worker last reported that it is alive, so that the jobs of a dead process are released within seconds.
-- Logged, because an empty table after a crash would make live workers look dead.
create table job_worker (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
