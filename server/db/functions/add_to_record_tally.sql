-- Adds `change` to the number of records of the current store with this status. Merges the rows that
-- no other transaction is merging, so writers never wait for each other, and readers sum a few rows.
create or replace function add_to_record_tally(counted_subject text, counted_status text, change bigint)
returns void language plpgsql as $$
begin
  with merged as (
    delete from record_tally
    where ctid = any (array(
      select ctid from record_tally
      where business_id = current_business() and subject = counted_subject and status = counted_status
      for update skip locked))
    returning records
  )
  insert into record_tally (business_id, subject, status, records)
  select current_business(), counted_subject, counted_status, change + coalesce(sum(records), 0)
  from merged
  having change + coalesce(sum(records), 0) <> 0;
end $$;
