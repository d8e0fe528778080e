-- Returns the first sealed rows of a month as lines of JSON. Personal columns are left out, as after an
-- erasure (erase_customer), so that no file must change when a customer is erased. Rows by which an
-- erasure finds the former orders and tasks of a customer stay in the table.
-- Stops after 8 MB, because a file is read as a whole.
create or replace function audit_rows_to_archive(month date, max_rows integer) returns setof text
language plpgsql stable as $$
declare
  line text;
  size bigint := 0;
begin
  for line in
    select (to_jsonb(a) || case
        when coalesce(a.before ?| p.columns, false) or coalesce(a.after ?| p.columns, false) or has_shopper_ip
          then jsonb_build_object(
            'before', a.before - p.columns,
            'after', a.after - p.columns,
            'ip', case when not has_shopper_ip then a.ip end,
            'erased_digest', audit_digest(a))
        else '{}'
      end)::text
    from audit a
    cross join audit_head() h
    left join (
      select c.table_name,
        coalesce(array_agg(c.column_name) filter (where c.treatment not in ('not personal', 'hidden')), '{}') as columns
      from personal_columns() c
      group by c.table_name
    ) p on p.table_name = a.entity
    cross join lateral (
      select p.table_name is not null and a.person_id is null and a.ip is not null as has_shopper_ip
    ) s
    where a.at >= month::timestamp at time zone 'UTC' and a.at < (month + interval '1 month') at time zone 'UTC'
      and (a.epoch, a.xid, a.id) <= (h.epoch, h.xid, h.id)
      and not (
        a.action = 'update' and a.entity in ('order', 'task', 'calendar_event') and (
          a.after ? 'customer_id' and a.before ->> 'customer_id' is distinct from a.after ->> 'customer_id'
          or a.after ? 'order_id' and a.before ->> 'order_id' is distinct from a.after ->> 'order_id'))
    order by a.epoch, a.xid, a.id
    limit max_rows
  loop
    return next line;
    size := size + octet_length(line);
    exit when size > 8000000;
  end loop;
end $$;
revoke all on function audit_rows_to_archive from public;
