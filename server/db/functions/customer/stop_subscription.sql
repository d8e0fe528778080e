-- Ends the consent of a subscriber to marketing emails and returns whether there is such a subscriber.
create or replace function stop_subscription(stopped_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stopped_email text;
begin
  select s.email into stopped_email from subscriber s
  where s.store_id = current_store() and s.id = stopped_id;
  if not found then return false; end if;
  perform end_marketing_consent(stopped_email);
  return true;
end $$;
revoke all on function stop_subscription from public;
grant execute on function stop_subscription to storewright_storefront;
