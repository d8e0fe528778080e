-- Returns the custom domains whose DNS records are due for a check: often while they are new, less
-- often later. Verified domains are spread over four hours, so they are not all due at once.
create or replace function list_due_domains(max_count integer) returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.store_id, d.id
  from domain d
  where d.kind = 'custom' and coalesce(d.last_checked_at, d.created_at) + case
    when d.status = 'active' and d.last_error = ''
      then interval '1 day' + (abs(hashtext(d.domain)) % 240) * interval '1 minute'
    when d.status = 'active' then interval '30 minutes'
    when d.created_at > now() - interval '2 hours' then interval '5 minutes'
    when d.created_at > now() - interval '1 day' then interval '30 minutes'
    when d.created_at > now() - interval '14 days' then interval '6 hours'
    else interval '1 day'
  end <= now()
  order by coalesce(d.last_checked_at, d.created_at)
  limit max_count
$$;
revoke all on function list_due_domains from public;
grant execute on function list_due_domains to storewright_app;
