-- Lists and counts of reviews need not count their rows.
alter function tally_product_status() rename to tally_record_status;
alter table record_tally drop constraint record_tally_subject_check;
alter table record_tally
  add constraint record_tally_subject_check check (subject in ('product', 'review', 'customer'));
create trigger tally_deleted after delete on review
  referencing old table as changed for each statement execute function tally_records('-1');
create trigger tally_inserted after insert on review
  referencing new table as changed for each statement execute function tally_records('1');
create trigger tally_status after update of status on review for each row
  when (old.status <> new.status) execute function tally_record_status();
create trigger tally_statuses after update of status on review for each statement
  execute function tally_record_status();
alter table review no force row level security;
alter table record_tally no force row level security;
insert into record_tally (store_id, subject, status, records)
select store_id, 'review', status, count(*) from review group by 1, 3;
alter table review force row level security;
alter table record_tally force row level security;
