-- Returns the sales of an order without shipping, tax, refunds and unsold units. Unsold units have the average
-- tax of the items. Most orders have none and need no slow numeric calculation.
create or replace function order_net_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(order_item_sales(o) - o.refunded_net - case when o.unsold_total = 0 then 0 else coalesce(
    round(o.unsold_total::numeric * order_item_sales(o)
      / nullif(o.total - o.shipping_total - case when o.tax_included then 0 else o.shipping_tax end, 0)),
    0)::bigint end, 0)
$$;
