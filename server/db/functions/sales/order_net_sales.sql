-- Returns the sales of an order without shipping, tax and refunds. The tax of a shipping price that
-- includes it is subtracted with the shipping. The refund of an overpayment does not reduce them.
create or replace function order_net_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(o.total - o.shipping_total - o.tax_total
    + case when o.tax_included then o.shipping_tax else 0 end
    - greatest(o.refunded_total - greatest(o.paid_total - o.total, 0), 0), 0)
$$;
