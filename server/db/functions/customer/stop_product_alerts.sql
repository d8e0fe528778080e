-- Ends all alerts of the person who has the alert, and returns whether there is such an alert. An alert
-- that was sent stays sent, because it has ended.
create or replace function stop_product_alerts(stopped_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person_email text;
begin
  select a.email into person_email
  from product_alert a where a.store_id = current_store() and a.id = stopped_id;
  update product_alert a set state = 'unsubscribed'
  where a.store_id = current_store() and a.email = person_email and a.state in ('pending', 'confirmed');
  return person_email is not null;
end $$;
revoke all on function stop_product_alerts from public;
grant execute on function stop_product_alerts to storewright_storefront;
