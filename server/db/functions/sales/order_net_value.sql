-- Returns the final cost of an order: its total without its refunds, and without unsold units that were not
-- paid. The refund of an overpayment does not reduce it. `getOrderValue` is the same in TypeScript.
create or replace function order_net_value(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(o.total - (o.refunded_total - o.refunded_overpayment) - o.unsold_total, 0)
$$;
