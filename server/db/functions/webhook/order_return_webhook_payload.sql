-- Returns the data of an event of a return or a claim (`ReturnPayload` in
-- contract/developer/webhook-payload.ts, which declares the fields), or null when it does not exist.
create or replace function order_return_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    :return_fields,
    'order', jsonb_build_object('_id', o.id, 'number', o.number),
    'newOrders', coalesce((
      select jsonb_agg(jsonb_build_object('_id', n.id, 'number', n.number) order by n.id)
      from "order" n
      where n.store_id = r.store_id and n.return_id = r.id and n.status <> 'cancelled'), '[]'),
    'lines', coalesce((
      select jsonb_agg(
        jsonb_build_object(:return_line_fields, 'line', l.line_id,
          'replacedQuantity', count_replaced_units(r.id, l.line_id),
          'refundedQuantity', count_refunded_units(r.id, l.line_id))
        order by l.id)
      from order_return_line l
      where l.store_id = r.store_id and l.return_id = r.id), '[]'))
  from order_return r join "order" o on o.store_id = r.store_id and o.id = r.order_id
  where r.store_id = current_store() and r.id = wanted_id
$$;
