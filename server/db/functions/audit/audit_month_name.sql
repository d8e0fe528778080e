-- Returns the name of the audit table of a month.
create or replace function audit_month_name(month date) returns text language sql immutable as $$
  select 'audit_' || to_char(month, 'YYYY_MM')
$$;
revoke all on function audit_month_name from public;
