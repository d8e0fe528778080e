-- Adds the notification of a new order.
create or replace function add_order_notification() returns trigger language plpgsql as $$
begin
  perform add_notification('order_created', 'order', new.id, jsonb_build_object(
    'number', new.number,
    'customer', new.customer_name,
    'total', new.total,
    'currency', new.currency,
    'source', new.source));
  return null;
end $$;
