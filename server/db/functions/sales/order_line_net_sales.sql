-- Returns the sales of an order line: its price less its discount, for the units that were neither
-- returned nor removed.
create or replace function order_line_net_sales(
  unit_price bigint, quantity integer, unsold_quantity integer, discount bigint
) returns bigint language sql immutable parallel safe as $$
  select (quantity * unit_price - discount) * (quantity - unsold_quantity) / quantity
$$;
