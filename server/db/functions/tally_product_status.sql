-- Counts a product whose status changed. For a statement, merges the rows that its products added:
-- merging after each product would read all earlier rows of the statement again.
create or replace function tally_product_status() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into record_tally (business_id, subject, status, records)
    values (new.business_id, 'product', old.status, -1), (new.business_id, 'product', new.status, 1);
  else
    perform add_to_record_tally('product', status, 0)
    from record_tally
    where business_id = current_business() and subject = 'product'
    group by status
    having count(*) > 1;
  end if;
  return null;
end $$;
