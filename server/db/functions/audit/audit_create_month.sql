-- Creates the audit table of a month and moves the rows of that month from `audit_default` into it.
-- Fails if it cannot get the table lock within three seconds, because every writer would wait
-- behind it. The scheduled job retries.
create or replace function audit_create_month(month date) returns void language plpgsql set lock_timeout = '3s' as $$
declare
  name text := audit_month_name(month);
  month_start timestamptz := month::timestamp at time zone 'UTC';
  month_end timestamptz := (month + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I (like audit including all)', name);
  execute format(
    'with moved as (delete from audit_default where at >= %L and at < %L returning *)
      insert into %I select * from moved',
    month_start, month_end, name);
  execute format('alter table audit attach partition %I for values from (%L) to (%L)', name, month_start, month_end);
end $$;
revoke all on function audit_create_month from public;
