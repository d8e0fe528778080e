-- Returns campaigns whose time has come. Of live stores also those whose process ended while it sent them
-- and that no job continues, and those that ended with emails whose process ended.
create or replace function list_due_campaigns() returns table (store_id uuid, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
  select c.store_id, c.id from campaign c
  join store s on s.id = c.store_id
  where c.status = 'scheduled' and coalesce(c.next_at, c.send_at) <= now()
    or s.status = 'live' and c.status = 'sending' and coalesce(c.next_at, c.send_at) < now() - interval '2 minutes'
      and not exists (
        select from graphile_worker.jobs j
        where j.key = 'campaign.send ' || c.id and j.locked_at is null and j.attempts < j.max_attempts)
    or s.status = 'live' and c.status = 'canceled' and c.finished_at > now() - interval '1 day' and exists (
      select from campaign_recipient r
      where r.store_id = c.store_id and r.campaign_id = c.id and r.state = 'sending'
        and r.claimed_at < now() - interval '10 minutes');
end $$;
revoke all on function list_due_campaigns from public;
grant execute on function list_due_campaigns to storewright_app;
