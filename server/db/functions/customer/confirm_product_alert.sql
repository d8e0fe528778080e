-- Confirms an alert that was requested in the last 7 days, and returns whether it is confirmed or was
-- sent. What it waits for may have happened since the request, so that the job that sends alerts runs.
create or replace function confirm_product_alert(confirmed_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  waiting_variant uuid;
begin
  update product_alert a set state = 'confirmed', confirmed_at = now()
  where a.store_id = current_store() and a.id = confirmed_id and a.state = 'pending'
    and a.requested_at > now() - interval '7 days'
  returning a.variant_id into waiting_variant;
  if waiting_variant is not null then
    perform add_job('productAlert.send',
      json_build_object('storeId', current_store(), 'variantId', waiting_variant),
      'productAlert.send ' || waiting_variant);
  end if;
  return exists (
    select from product_alert a
    where a.store_id = current_store() and a.id = confirmed_id and a.state in ('confirmed', 'sent'));
end $$;
revoke all on function confirm_product_alert from public;
grant execute on function confirm_product_alert to storewright_storefront;
