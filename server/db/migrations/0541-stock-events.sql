-- The events of stock movements are enqueued once for each statement.
drop trigger webhook_moved on stock_movement;
create trigger webhook_moved after insert on stock_movement
  referencing new table as moved for each statement execute function enqueue_webhook_event_stock();
