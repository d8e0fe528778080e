-- Creates the audit tables of this month, of the next `ahead` months and of the months with rows in
-- `audit_default`.
create or replace function audit_create_months(ahead integer) returns void language plpgsql as $$
declare
  month date;
begin
  for month in
    select distinct date_trunc('month', at at time zone 'UTC')::date
    from audit_default
    union
    select (date_trunc('month', now() at time zone 'UTC') + n * interval '1 month')::date
    from generate_series(0, ahead) n
    order by 1
  loop
    perform audit_create_month(month);
  end loop;
end $$;
revoke all on function audit_create_months from public;
