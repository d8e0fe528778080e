-- Counts the customers of the current store that were created between two times. Reads the numbers of
-- whole days in UTC from `record_tally`.
create or replace function count_new_customers(since timestamptz, until timestamptz) returns bigint
language sql stable as $$
  select
    (select count(*) from customer
      where store_id = current_store() and created_at >= since and created_at < least(d.first, until))
    + (select coalesce(sum(records), 0) from record_tally
      where store_id = current_store() and subject = 'customer'
        and created_on >= (d.first at time zone 'UTC')::date and created_on < (d.last at time zone 'UTC')::date)
    + (select count(*) from customer
      where store_id = current_store() and created_at >= greatest(d.first, d.last) and created_at < until)
  from (
    select date_trunc('day', since + interval '1 day - 1 microsecond', 'UTC') as first,
      date_trunc('day', until, 'UTC') as last
  ) d
$$;
