-- Enqueues the job that issues the invoice of a paid order, if the store wants it. Imported orders were
-- invoiced by the system that they come from.
create or replace function enqueue_paid_invoice() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.source <> 'import' and new.total > 0 and exists (
    select from invoice_setting where store_id = new.store_id and issues_when_paid
  ) then
    perform add_job('invoice.issuePaid', json_build_object('storeId', new.store_id, 'orderId', new.id),
      'invoice.issuePaid ' || new.id);
  end if;
  return null;
end $$;
revoke all on function enqueue_paid_invoice from public;
