-- Counts the inserted or deleted rows `changed` in `record_tally`. The argument of the trigger is 1 or
-- -1.
create or replace function tally_records() returns trigger language plpgsql as $$
declare
  -- As text with the default collation: with the collation "C" of tg_table_name, PostgreSQL cannot use the whole index.
  table_name constant text := tg_table_name;
begin
  if table_name in ('product', 'review') then
    perform add_to_record_tally(table_name, status, tg_argv[0]::integer * count(*)) from changed group by status;
  else
    perform add_to_record_tally(table_name, '', tg_argv[0]::integer * count(*), created_on)
    from (select (created_at at time zone 'UTC')::date as created_on from changed) c group by created_on;
  end if;
  return null;
end $$;
