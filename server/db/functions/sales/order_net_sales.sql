-- Returns the sales of an order without shipping, tax, refunds and unsold units. The tax of a shipping price
-- that includes it is subtracted with the shipping.
create or replace function order_net_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(order_net_value(o) - o.shipping_total - o.tax_total
    + case when o.tax_included then o.shipping_tax else 0 end, 0)
$$;
