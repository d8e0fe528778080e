-- Seals up to `max_rows` more rows and returns how many. One call runs at a time; writers never
-- wait for it. Sorting is off, because the planner would otherwise sort all waiting rows for each
-- seal, although the index of each month has them in order. With 100,000 waiting rows, a seal takes
-- 35 to 43 ms without sorting, and 190 to 240 ms with it.
create or replace function audit_seal_batch(max_rows integer)
returns integer language plpgsql set enable_sort = off as $$
declare
  head audit_seal;
  last_row record;
  current_epoch smallint;
  -- Every transaction below it has ended, and the queries that follow see its rows.
  horizon xid8;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  horizon := pg_snapshot_xmin(pg_current_snapshot());
  head := audit_head();
  select max(epoch) into current_epoch from audit_epoch;
  select a.epoch, a.xid, a.id, a.number into last_row
  from (
    select b.*, row_number() over (order by epoch, xid, id) as number
    from (
      select a.epoch, a.xid, a.id
      from audit a
      where (a.epoch, a.xid, a.id) > (head.epoch, head.xid, head.id)
        and (a.epoch, a.xid) < (current_epoch, horizon)
      order by a.epoch, a.xid, a.id
      limit max_rows
    ) b
  ) a
  order by a.number desc
  limit 1;
  if last_row is null then return 0; end if;
  perform audit_add_seal(row(
    null, 'rows', last_row.epoch, last_row.xid, last_row.id,
    audit_seal_parts(head.epoch, head.xid, head.id, last_row.epoch, last_row.xid, last_row.id),
    null, null)::audit_seal);
  return last_row.number;
end $$;
revoke all on function audit_seal_batch from public;
