-- Returns the stores whose DNS records for emails are due for a check: hourly until they are found, then daily.
create or replace function list_due_mail_domains(max_count integer) returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.store_id
  from mail_domain d
  where d.last_checked_at is null
    or d.last_checked_at < now() - case when d.is_verified then interval '1 day' else interval '1 hour' end
  order by d.last_checked_at nulls first
  limit max_count
$$;
revoke all on function list_due_mail_domains from public;
grant execute on function list_due_mail_domains to storewright_app;
