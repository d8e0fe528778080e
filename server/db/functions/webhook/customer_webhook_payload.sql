-- Returns the data of a customer event (`CustomerPayload` in contract/developer/webhook-payload.ts,
-- which declares the fields), or null when the customer does not exist.
create or replace function customer_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(:customer_fields)
  from customer c
  where c.store_id = current_store() and c.id = wanted_id
$$;
