-- The triggers of stock and sales run once for each statement.
drop trigger notification_stock on variant;
create trigger notification_stock after update on variant
  referencing old table as old_variants new table as changed for each statement
  execute function add_low_stock_notification();
drop trigger stock_movement on variant;
create trigger stock_movement_inserted after insert on variant
  referencing new table as changed for each statement execute function record_stock_movement();
create trigger stock_movement_updated after update on variant
  referencing old table as old_variants new table as changed for each statement
  execute function record_stock_movement();
drop trigger sales_updated on order_line;
create trigger sales_updated after update on order_line
  referencing old table as old_lines new table as changed for each statement
  execute function track_order_line_sales();
