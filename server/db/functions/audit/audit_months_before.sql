-- Returns the months with an audit table that ended before `until`, oldest first.
create or replace function audit_months_before(until timestamptz) returns setof date language sql stable as $$
  select month
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  cross join lateral to_date(right(c.relname, 7), 'YYYY_MM') month
  where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$'
    and (month + interval '1 month') at time zone 'UTC' <= until
  order by month
$$;
revoke all on function audit_months_before from public;
