-- Adds the sales of a new, changed or deleted order to the sales changes: those before the change
-- negative, those after it positive. A statement that changes the status of an order must not change
-- its lines too: they are read here as it left them.
create or replace function track_order_sales() returns trigger language plpgsql as $$
declare
  old_order "order";
  new_order "order";
  old_sold_at timestamptz;
  new_sold_at timestamptz;
begin
  if tg_op <> 'INSERT' then old_order := old; end if;
  if tg_op <> 'DELETE' then new_order := new; end if;
  insert into sales_change (
    store_id, kind, item_id, at, status, payment_status, fulfillment_status, return_status, is_archived,
    orders, units, subtotal, discounts, shipping, tax, refunds, total, net)
  select (o).store_id, 'order', coalesce((o).customer_id, '00000000-0000-0000-0000-000000000000'), (o).created_at,
    (o).status, (o).payment_status, (o).fulfillment_status, (o).return_status, (o).archived_at is not null,
    sign, sign * (o).item_count, sign * (o).subtotal,
    sign * (o).discount_total, sign * (o).shipping_total, sign * (o).tax_total,
    sign * ((o).total - order_net_value(o)),
    sign * (o).total,
    sign * order_net_sales(o)
  from (values (old_order, -1), (new_order, 1)) change (o, sign)
  where (o).id is not null;

  if is_sale(old_order.status) then old_sold_at := old_order.created_at; end if;
  if is_sale(new_order.status) then new_sold_at := new_order.created_at; end if;
  -- The lines of a new order follow it.
  if tg_op <> 'INSERT' and old_sold_at is distinct from new_sold_at then
    insert into sales_change (store_id, kind, item_id, at, status, units, net)
    select l.store_id, 'product', l.product_id, (o).created_at, (o).status,
      sign * (l.quantity - l.unsold_quantity),
      sign * order_line_net_sales(l.unit_price, l.quantity, l.unsold_quantity, l.discount)
    from (values (old_order, -1), (new_order, 1)) change (o, sign)
    join order_line l on l.store_id = (o).store_id and l.order_id = (o).id
    where is_sale((o).status) and l.product_id is not null;
  end if;
  -- A change of a status that leaves the sales equal adds no revision.
  if (old_sold_at, old_order.customer_id, old_order.total, old_order.shipping_total, old_order.tax_total,
      order_net_value(old_order), order_net_sales(old_order))
    is distinct from (new_sold_at, new_order.customer_id, new_order.total, new_order.shipping_total,
      new_order.tax_total, order_net_value(new_order), order_net_sales(new_order)) then
    perform add_sales_revision_of_day(least(old_sold_at, new_sold_at));
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
