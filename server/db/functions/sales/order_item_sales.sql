-- Returns the price of the items of an order without tax. The tax of a shipping price that includes it is
-- subtracted with the shipping.
create or replace function order_item_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select o.total - o.shipping_total - o.tax_total + case when o.tax_included then o.shipping_tax else 0 end
$$;
