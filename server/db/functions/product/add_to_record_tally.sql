-- Adds `change` to the number of records of the current store with this status, and for customers this
-- day. Changes a row that no other transaction is changing, or adds a row, so writers never wait for each other.
create or replace function add_to_record_tally(
  counted_subject text, counted_status text, change bigint, counted_day date default null)
returns void language plpgsql as $$
declare
  free_row uuid;
begin
  -- Two statements, because only a plain comparison uses the index of the days.
  if counted_day is null then
    select id into free_row from record_tally
    where store_id = current_store() and subject = counted_subject and status = counted_status
    limit 1 for update skip locked;
  else
    select id into free_row from record_tally
    where store_id = current_store() and subject = counted_subject and created_on = counted_day
    limit 1 for update skip locked;
  end if;
  if free_row is not null then
    update record_tally set records = records + change
    where store_id = current_store() and subject = counted_subject and status = counted_status
      and id = free_row;
  else
    insert into record_tally (subject, status, created_on, records)
    values (counted_subject, counted_status, counted_day, change);
  end if;
end $$;
