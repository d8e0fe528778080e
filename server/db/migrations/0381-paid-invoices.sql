-- Whether the invoice of an order is issued when it is paid, and whether it is emailed.
alter table invoice_setting
  add column issues_when_paid boolean not null default false,
  add column emails_issued boolean not null default false;
create function enqueue_paid_invoice() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger paid_invoice_inserted after insert on "order" for each row
  when (new.payment_status in ('paid', 'overpaid')) execute function enqueue_paid_invoice();
create trigger paid_invoice_updated after update on "order" for each row
  when (old.payment_status is distinct from new.payment_status and new.payment_status in ('paid', 'overpaid'))
  execute function enqueue_paid_invoice();
