-- Enqueues the job that sends the alerts of a variant that can be bought again or costs less, if any
-- wait.
create or replace function enqueue_product_alerts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from product_alert
    where store_id = new.store_id and variant_id = new.id and state = 'confirmed'
  ) then
    perform add_job('productAlert.send', json_build_object('storeId', new.store_id, 'variantId', new.id),
      'productAlert.send ' || new.id);
  end if;
  return null;
end $$;
revoke all on function enqueue_product_alerts from public;
