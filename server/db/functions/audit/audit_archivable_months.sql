-- Returns the months that ended before `until` and have sealed rows to archive, oldest first. A month that
-- was changed is left out, so that its rows stay as evidence. A month with an `archived` seal is not checked
-- again. Also returns such a month while its table has the space of its former rows: the part of a row that is
-- not moved out of the table has at most 2 kB.
create or replace function audit_archivable_months(until timestamptz) returns setof date language plpgsql as $$
declare
  name text;
  month date;
  is_archived boolean;
  row_count bigint;
begin
  for month in select audit_months_before(until) loop
    name := audit_month_name(month);
    is_archived := exists (
      select from audit_seal s where s.kind = 'archived' and s.parts ? to_char(month, 'YYYY-MM'));
    if exists (select from audit_rows_to_archive(month, 1)) then
      continue when not is_archived and exists (select from audit_violations(to_char(month, 'YYYY-MM')));
      return next month;
    elsif is_archived then
      execute format('select count(*) from %I', name) into row_count;
      continue when pg_relation_size(name::regclass) <= 8192 + row_count * 2048;
      return next month;
    end if;
  end loop;
end $$;
revoke all on function audit_archivable_months from public;
