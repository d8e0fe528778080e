-- Adds the event of a new or changed row. The argument is the event type; the payload comes from
-- the function `<table>_webhook_payload`. A row that is a part of a return or a claim adds the event of that
-- record, with its table as the second argument. The triggers are deferred to the end of the transaction,
-- where an order has its lines and a product its variants. Before PostgreSQL 18 such a trigger runs as the role of
-- the commit, which can be the storefront's, so the function has the rights of its owner.
create or replace function enqueue_webhook_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  event_type text := tg_argv[0];
  subject_table constant text := coalesce(tg_argv[1], tg_table_name);
  subject_id uuid;
  payload jsonb;
begin
  if not has_webhook_for(event_type) then return null; end if;
  if subject_table = tg_table_name then subject_id := new.id;
  else subject_id := new.return_id;
  end if;
  -- A created row is sent whole, so its changes in the same transaction are no event of their own.
  if event_type like '%.updated' and exists (
    select 1
    from webhook_event
    where store_id = current_store() and record_id = subject_id
      and type = replace(event_type, 'updated', 'created') and tx = pg_current_xact_id()
      and transaction_started_at = now()) then
    return null;
  end if;
  execute format('select %I($1)', subject_table || '_webhook_payload') into payload using subject_id;
  -- Null when the row was deleted later in the transaction.
  if payload is not null then perform add_webhook_event(event_type, subject_id, payload); end if;
  return null;
end $$;
revoke all on function enqueue_webhook_event from public;
