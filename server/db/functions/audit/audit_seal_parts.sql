-- Returns the parts of a seal as the table has them now, by month: all rows after one position, up
-- to another.
create or replace function audit_seal_parts(
  epoch_0 smallint,
  xid_0 xid8,
  id_0 uuid,
  epoch_1 smallint,
  xid_1 xid8,
  id_1 uuid
)
returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(month, jsonb_build_object('rows', row_count, 'hash', hash)), '{}')
  from (
    select to_char(a.at at time zone 'UTC', 'YYYY-MM') as month,
      count(*) as row_count,
      encode(sha256(string_agg(audit_digest(a), ''::bytea order by a.epoch, a.xid, a.id)), 'hex') as hash
    from audit a
    where (a.epoch, a.xid, a.id) > (epoch_0, xid_0, id_0) and (a.epoch, a.xid, a.id) <= (epoch_1, xid_1, id_1)
    group by 1
  ) months
$$;
revoke all on function audit_seal_parts from public;
