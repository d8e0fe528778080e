-- Returns whether the job with a key waits that emails a shopper. One that failed too often does not count.
create or replace function is_order_mail_waiting(mail_key text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from graphile_worker.jobs j
    where j.key = mail_key and j.locked_at is null and j.attempts < j.max_attempts)
$$;
revoke all on function is_order_mail_waiting from public;
grant execute on function is_order_mail_waiting to storewright_app;
