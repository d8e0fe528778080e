-- Enqueues the job that rebuilds the sales totals after the time zone of a store changed, because other
-- orders then belong to a day.
create or replace function enqueue_sales_rebuild() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_job('sales.rebuild', json_build_object('storeId', new.id), 'sales.rebuild ' || new.id);
  return null;
end $$;
revoke all on function enqueue_sales_rebuild from public;
