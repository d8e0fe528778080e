-- Returns how many rows no seal covers and no later seal will: those before the first position of
-- the chain, and those after its last seal that are more than an hour older than the seal, in the
-- future, or in a month that was dropped. Only a write outside of Storewright creates such a row.
-- Rows that wait for the next seal do not count: after a long pause they are sealed in batches.
create or replace function audit_stray_rows()
returns table (kind text, number bigint, since timestamptz, until timestamptz) language sql stable as $$
  select 'rows_unaccounted', count(*), min(a.at), max(a.at)
  from audit a
  where (a.epoch, a.xid, a.id) <= (-1::smallint, '0'::xid8, '00000000-0000-0000-0000-000000000000'::uuid)
  having count(*) > 0
  union all
  select 'rows_unsealed', count(*), min(a.at), max(a.at)
  from audit a, audit_head() h
  where (a.epoch, a.xid, a.id) > (h.epoch, h.xid, h.id)
    and (
      a.at > now() + interval '1 hour'
      or to_char(a.at at time zone 'UTC', 'YYYY-MM') in (
        select jsonb_object_keys(d.parts) from audit_seal d where d.kind = 'dropped')
      or a.at < h.sealed_at - interval '1 hour'
        and (a.epoch, a.xid) >= ((select max(epoch) from audit_epoch), pg_snapshot_xmin(pg_current_snapshot())))
  having count(*) > 0
$$;
revoke all on function audit_stray_rows from public;
