-- Webhooks receive events of returns and claims.
create constraint trigger webhook_inserted after insert on order_return deferrable initially deferred
  for each row execute function enqueue_webhook_event('return.created');
create constraint trigger webhook_updated after update on order_return deferrable initially deferred
  for each row when (old.* is distinct from new.*)
  execute function enqueue_webhook_event('return.updated');
create constraint trigger webhook_updated after update on order_return_line
  deferrable initially deferred for each row when (old.* is distinct from new.*)
  execute function enqueue_webhook_event('return.updated', 'order_return');
create constraint trigger webhook_refunded after insert on refund deferrable initially deferred
  for each row when (new.return_id is not null)
  execute function enqueue_webhook_event('return.updated', 'order_return');
create constraint trigger webhook_answered after insert or update of return_id, status on "order"
  deferrable initially deferred for each row when (new.return_id is not null)
  execute function enqueue_webhook_event('return.updated', 'order_return');
