drop trigger audit on variant;
create trigger audit after insert or delete on variant for each row
  when (current_setting('app.is_undone', true) is distinct from 'on') execute function audit_row('prior_price');
create trigger audit_update after update on variant for each row
  when (current_setting('app.is_undone', true) is distinct from 'on'
    and coalesce(current_setting('app.stock_reason', true), '') not in ('order', 'hold', 'release'))
  execute function audit_row('prior_price');
-- The stock after a sale follows from the lines of the order, and is in `stock_movement`.
create trigger audit_sale after update on variant for each row
  when (current_setting('app.is_undone', true) is distinct from 'on'
    and current_setting('app.stock_reason', true) in ('order', 'hold', 'release'))
  execute function audit_row('prior_price', 'stock');
