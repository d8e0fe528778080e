-- Returns the data of an order event (`OrderPayload` in contract/developer/webhook-payload.ts, which
-- declares the fields), or null when the order does not exist.
create or replace function order_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    :order_fields,
    'customer', jsonb_build_object(
      '_id', o.customer_id, 'name', o.customer_name, 'email', o.customer_email, 'phone', o.customer_phone,
      'company', o.customer_company, 'vatId', o.customer_vat_id),
    'lines', coalesce((
      select jsonb_agg(
        jsonb_build_object(:order_line_fields, 'product', l.product_id, 'variant', l.variant_id)
        order by l.position, l.id)
      from order_line l
      where l.store_id = o.store_id and l.order_id = o.id), '[]'))
  from "order" o
  where o.store_id = current_store() and o.id = wanted_id
$$;
