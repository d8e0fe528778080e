-- Counts a product whose status changed, and merges the rows after the statement: changing one row for
-- each product would read all its earlier versions in the transaction again.
create or replace function tally_product_status() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into record_tally (store_id, subject, status, records)
    values (new.store_id, 'product', old.status, -1), (new.store_id, 'product', new.status, 1);
  else
    with merged as (
      delete from record_tally
      where ctid = any (array(
        select ctid from record_tally
        where store_id = current_store() and subject = 'product'
        for update skip locked))
      returning status, records
    )
    insert into record_tally (subject, status, records)
    select 'product', status, sum(records) from merged group by status;
  end if;
  return null;
end $$;
