-- A job rebuilds the sales totals after the time zone of a store changed. The file of the function
-- replaces its body.
create function enqueue_sales_rebuild() returns trigger language plpgsql as 'begin return null; end';
drop trigger sales_rebuilt on store;
create trigger enqueue_sales_rebuild after update of timezone on store for each row
  when (old.timezone <> new.timezone) execute function enqueue_sales_rebuild();
drop function rebuild_sales_of_store();
