-- Confirms the email of a subscriber for whom it was requested in the last 7 days, and returns whether
-- it is confirmed now. A link of an earlier request does not subscribe a person again.
create or replace function confirm_subscription(confirmed_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update subscriber s set state = 'confirmed', confirmed_at = now(), unsubscribed_at = null
  where s.store_id = current_store() and s.id = confirmed_id and s.state = 'pending'
    and s.requested_at > now() - interval '7 days';
  if found then
    -- The person asks for emails again.
    delete from email_suppression x
    where x.store_id = current_store() and x.reason = 'unsubscribed' and x.email = (
      select s.email from subscriber s where s.store_id = current_store() and s.id = confirmed_id);
  end if;
  return exists (
    select from subscriber s
    where s.store_id = current_store() and s.id = confirmed_id and s.state = 'confirmed');
end $$;
revoke all on function confirm_subscription from public;
grant execute on function confirm_subscription to storewright_storefront;
