-- Adds a line of an order to the sales changes of this transaction (`sign` 1), or removes it
-- (`sign` -1). Returned units are no sale.
create or replace function record_line_sales(l order_line, o "order", sign integer) returns void language sql as $$
  select set_config('app.sales_waiting', 'yes', true);
  insert into sales_change (business_id, at, status, product_id, units, net)
  select l.business_id, o.created_at, o.status, l.product_id, sign * (l.quantity - l.returned_quantity),
    sign * ((l.quantity * l.unit_price - l.discount) * (l.quantity - l.returned_quantity) / l.quantity)
  where l.product_id is not null and is_sale(o.status);
$$;
