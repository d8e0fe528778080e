-- Returns the store of an email of a campaign or an automation, or null. A closed store still receives requests
-- to unsubscribe.
create or replace function find_marketing_store(recipient_id uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.store_id from campaign_recipient r where r.id = recipient_id
  union all
  select e.store_id from automation_email e where e.id = recipient_id
  limit 1
$$;
revoke all on function find_marketing_store from public;
grant execute on function find_marketing_store to storewright_app;
