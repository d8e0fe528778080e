-- Rebuilds the sales totals when the time zone of a store changes, because other orders then belong
-- to a day.
create or replace function rebuild_sales_of_store() returns trigger language plpgsql as $$
begin
  perform rebuild_sales(new.id);
  return null;
end $$;
