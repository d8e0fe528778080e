-- PostgreSQL parses the functions of conditions again for each statement that changes orders.
drop trigger customer_updated on "order";
create trigger customer_updated after update on "order" for each row
  when (
    (old.customer_id, old.total, old.refunded_total, old.refunded_overpayment, old.unsold_total)
    is distinct from
    (new.customer_id, new.total, new.refunded_total, new.refunded_overpayment, new.unsold_total)
    or (old.status in ('draft', 'cancelled'))
      is distinct from (new.status in ('draft', 'cancelled'))
  ) execute function update_customer_totals();
