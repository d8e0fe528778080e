-- Returns the parts of a seal as the tables have them now, by month: all rows after one position, up
-- to another. `audit_unpacked` has the rows of archived files while the audit is verified.
create or replace function audit_seal_parts(
  epoch_0 smallint,
  xid_0 xid8,
  id_0 uuid,
  epoch_1 smallint,
  xid_1 xid8,
  id_1 uuid
)
returns jsonb language plpgsql stable as $$
declare
  rows audit[];
begin
  if to_regclass('pg_temp.audit_unpacked') is not null then
    rows := array(
      select row(u.*)::audit from pg_temp.audit_unpacked u
      where (u.epoch, u.xid, u.id) > (epoch_0, xid_0, id_0) and (u.epoch, u.xid, u.id) <= (epoch_1, xid_1, id_1));
  end if;
  return (
    select coalesce(jsonb_object_agg(month, jsonb_build_object('rows', row_count, 'hash', hash)), '{}')
    from (
      select to_char(at at time zone 'UTC', 'YYYY-MM') as month,
        count(*) as row_count,
        encode(sha256(string_agg(digest, ''::bytea order by epoch, xid, id)), 'hex') as hash
      from (
        select a.at, a.epoch, a.xid, a.id, audit_digest(a) as digest
        from audit a
        where (a.epoch, a.xid, a.id) > (epoch_0, xid_0, id_0) and (a.epoch, a.xid, a.id) <= (epoch_1, xid_1, id_1)
        union all
        select a.at, a.epoch, a.xid, a.id, audit_digest(a) from unnest(rows) a
      ) sealed
      group by 1
    ) months);
end $$;
revoke all on function audit_seal_parts from public;
