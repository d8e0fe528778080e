-- The audit has the rows that were changed with the event: of the order, its parts and its payments.
drop trigger audit on order_event;
create trigger audit after update or delete on order_event for each row
  when (current_setting('app.is_undone', true) is distinct from 'on') execute function audit_row('before', 'after');
create trigger audit_insert after insert on order_event for each row
  when (current_setting('app.is_undone', true) is distinct from 'on'
    and new.before is null and new.type not in ('created', 'payment_recorded'))
  execute function audit_row('before', 'after');
-- The fulfilled units of a line follow from the parcels of the order.
drop trigger audit on order_line;
create trigger audit after insert or update or delete on order_line for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row('folded_sku', 'fulfilled_quantity', 'unsold_quantity');
