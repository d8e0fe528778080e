-- The dashboard need not count the new customers of a year.
alter table record_tally add column created_on date;
alter table customer no force row level security;
alter table record_tally no force row level security;
delete from record_tally where subject = 'customer';
insert into record_tally (store_id, subject, status, created_on, records)
select store_id, 'customer', '', (created_at at time zone 'UTC')::date, count(*) from customer group by 1, 4;
alter table customer force row level security;
alter table record_tally force row level security;
drop function add_to_record_tally(text, text, bigint);
