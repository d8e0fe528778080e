-- Writes the table of a month again without the space of its archived rows.
create or replace function audit_shrink_month(month date) returns void language plpgsql set lock_timeout = '3s' as $$
declare
  name text := audit_month_name(month);
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  execute format('lock table %I', name);
  execute format('create temporary table kept on commit drop as select * from %I', name);
  execute format('truncate %I', name);
  execute format('insert into %I select * from kept', name);
  drop table kept;
end $$;
revoke all on function audit_shrink_month from public;
