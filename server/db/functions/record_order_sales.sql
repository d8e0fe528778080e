-- Adds an order to the sales changes of this transaction (`sign` 1), or removes it (`sign` -1).
create or replace function record_order_sales(o "order", sign integer) returns void language sql as $$
  select set_config('app.sales_waiting', 'yes', true);
  insert into sales_change (
    business_id, at, status, payment_status, fulfillment_status, customer_id, orders, units,
    subtotal, discounts, shipping, tax, refunds, total, net)
  values (
    o.business_id, o.created_at, o.status, o.payment_status, o.fulfillment_status, o.customer_id, sign,
    sign * o.item_count, sign * o.subtotal, sign * o.discount_total, sign * o.shipping_total, sign * o.tax_total,
    sign * o.refunded_total, sign * o.total,
    sign * greatest(o.total - o.shipping_total - o.tax_total - o.refunded_total, 0));
$$;
