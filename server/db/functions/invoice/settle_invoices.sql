-- Stores what was paid for an order in its invoices, whose statuses follow from it.
create or replace function settle_invoices() returns trigger language plpgsql as $$
begin
  update invoice set
    settled_total = new.paid_total - new.refunded_total,
    is_refunded = new.refunded_total > 0 and new.paid_total = new.refunded_total
  where order_id = new.id and kind = 'invoice' and number is not null;
  return null;
end $$;
