-- Withdraws the consent to emails about a cart.
create or replace function stop_cart_reminder(stopped_cart uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update cart c set reminder_consent_at = null, reminder_token = null
  where c.store_id = current_store() and c.id = stopped_cart
$$;
revoke all on function stop_cart_reminder from public;
grant execute on function stop_cart_reminder to storewright_storefront;
