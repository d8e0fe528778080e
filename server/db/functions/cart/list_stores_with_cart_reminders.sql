-- Returns the stores with carts whose shoppers agreed to one email and did not receive it within the shortest delay.
create or replace function list_stores_with_cart_reminders() returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct c.store_id
  from cart c
  where c.reminder_consent_at is not null and c.reminder_sent_at is null
    and c.updated_at < now() - interval '1 hour'
$$;
revoke all on function list_stores_with_cart_reminders from public;
grant execute on function list_stores_with_cart_reminders to storewright_app;
