-- Returns the total of an order without its refunds. Refunding an overpayment is no loss.
create or replace function order_net_value(o "order") returns bigint language sql immutable as $$
  select o.total - greatest(o.refunded_total - greatest(o.paid_total - o.total, 0), 0)
$$;
