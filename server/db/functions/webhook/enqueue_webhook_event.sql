-- Adds the event of a new or changed row. The argument is the event type; the payload comes from
-- the function `<table>_webhook_payload`. The triggers are deferred to the end of the transaction,
-- where an order has its lines and a product its variants.
create or replace function enqueue_webhook_event() returns trigger language plpgsql as $$
declare
  event_type text := tg_argv[0];
  payload jsonb;
begin
  if not has_webhook_for(event_type) then return null; end if;
  -- A created row is sent whole, so its changes in the same transaction are no event of their own.
  if event_type like '%.updated' and exists (
    select 1
    from webhook_event
    where store_id = current_store() and record_id = new.id
      and type = replace(event_type, 'updated', 'created') and tx = pg_current_xact_id()
      and transaction_started_at = now()) then
    return null;
  end if;
  execute format('select %I($1)', tg_table_name || '_webhook_payload') into payload using new.id;
  -- Null when the row was deleted later in the transaction.
  if payload is not null then perform add_webhook_event(event_type, new.id, payload); end if;
  return null;
end $$;
