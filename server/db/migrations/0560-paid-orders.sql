-- An order becomes paid also if its last payment follows a partial refund.
create function becomes_paid(before "order", after "order") returns boolean language sql immutable
  as 'select false';
drop trigger webhook_created_paid on "order";
create constraint trigger webhook_created_paid after insert on "order"
  deferrable initially deferred for each row
  when (new.source <> 'import' and new.status <> 'draft' and becomes_paid(null, new.*))
  execute function enqueue_webhook_event('order.paid');
drop trigger webhook_paid on "order";
create constraint trigger webhook_paid after update on "order" deferrable initially deferred
  for each row when (becomes_paid(old.*, new.*))
  execute function enqueue_webhook_event('order.paid');
drop trigger paid_invoice_updated on "order";
create trigger paid_invoice_updated after update on "order" for each row
  when (
    becomes_paid(old.*, new.*) or old.payment_status is distinct from new.payment_status
    and new.payment_status in ('paid', 'overpaid')
  ) execute function enqueue_paid_invoice();
