-- An order that is paid when it is created, online or over the counter, is a paid order as well.
create constraint trigger webhook_created_paid after insert on "order" deferrable initially deferred for each row
  when (new.source <> 'import' and new.status <> 'draft' and new.payment_status = 'paid')
  execute function enqueue_webhook_event('order.paid');
