-- An order is fulfilled also if a parcel arrives before the last one leaves.
drop trigger webhook_fulfilled on "order";
create constraint trigger webhook_fulfilled after update on "order" deferrable initially deferred
  for each row
  when (
    new.fulfillment_status <> 'not_required'
    and old.status not in ('shipped', 'delivered', 'completed', 'returned')
    and new.status in ('shipped', 'delivered', 'completed', 'returned')
  ) execute function enqueue_webhook_event('order.fulfilled');
