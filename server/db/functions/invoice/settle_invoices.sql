-- Copies the total of an order to its draft invoice, and its paid amount to its issued invoices, whose status
-- depends on it.
create or replace function settle_invoices() returns trigger language plpgsql as $$
begin
  if old.total <> new.total then
    update invoice set total = new.total where order_id = new.id and number is null;
  end if;
  if (old.paid_total, old.refunded_total) is distinct from (new.paid_total, new.refunded_total) then
    update invoice set
      settled_total = new.paid_total - new.refunded_total,
      is_refunded = new.refunded_total > 0 and new.paid_total = new.refunded_total
    where order_id = new.id and kind = 'invoice' and number is not null;
  end if;
  return null;
end $$;
