-- Returns the total of an order less its refunds. The refund of an overpayment does not reduce
-- it.
create or replace function order_net_value(o "order") returns bigint language sql immutable as $$
  select o.total - greatest(o.refunded_total - greatest(o.paid_total - o.total, 0), 0)
$$;
