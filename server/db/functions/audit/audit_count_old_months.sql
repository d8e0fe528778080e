-- Returns how many months with an audit table ended before `until`.
create or replace function audit_count_old_months(until timestamptz) returns bigint language sql stable as $$
  select count(*)
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$'
    and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= until
$$;
revoke all on function audit_count_old_months from public;
