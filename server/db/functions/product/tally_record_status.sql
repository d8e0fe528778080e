-- Counts a record whose status changed, and merges the rows after the statement: changing one row for
-- each record would read all its earlier versions in the transaction again.
create or replace function tally_record_status() returns trigger language plpgsql as $$
declare
  -- As text with the default collation: with the collation "C" of tg_table_name, PostgreSQL cannot use the whole index.
  table_name constant text := tg_table_name;
begin
  if tg_level = 'ROW' then
    insert into record_tally (store_id, subject, status, records)
    values (new.store_id, table_name, old.status, -1), (new.store_id, table_name, new.status, 1);
  else
    with merged as (
      delete from record_tally
      where ctid = any (array(
        select ctid from record_tally
        where store_id = current_store() and subject = table_name
        for update skip locked))
      returning status, records
    )
    insert into record_tally (subject, status, records)
    select table_name, status, sum(records) from merged group by status;
  end if;
  return null;
end $$;
