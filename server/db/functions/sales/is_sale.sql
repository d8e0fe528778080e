-- Returns whether an order of this status counts as a sale.
create or replace function is_sale(status text) returns boolean language sql immutable parallel safe as $$
  select status not in ('draft', 'cancelled')
$$;
