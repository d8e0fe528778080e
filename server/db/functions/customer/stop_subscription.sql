-- Unsubscribes a person from the newsletter and returns whether there is such a subscriber.
create or replace function stop_subscription(stopped_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update subscriber s set state = 'unsubscribed', unsubscribed_at = now()
  where s.store_id = current_store() and s.id = stopped_id and s.state <> 'unsubscribed';
  return exists (select from subscriber s where s.store_id = current_store() and s.id = stopped_id);
end $$;
revoke all on function stop_subscription from public;
grant execute on function stop_subscription to storewright_storefront;
