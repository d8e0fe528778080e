-- Returns whether a change of an order completes its payment, also after partial refunds. `becomesPaid` is
-- the same in TypeScript. A closed order with refunds owes nothing, whatever was paid. `before` is null for
-- a new order. In PL/pgSQL, because PostgreSQL parses `language sql` functions in trigger
-- conditions again for each statement.
create or replace function becomes_paid(before "order", after "order") returns boolean
language plpgsql immutable parallel safe as $$
begin
  return coalesce(before.payment_status in ('unpaid', 'authorized', 'partially_paid', 'voided'), true)
    and (
      after.payment_status in ('paid', 'overpaid')
      or after.payment_status = 'partially_refunded' and after.status not in ('cancelled', 'returned'));
end $$;
