-- Drops the audit tables of months that ended before `until`, oldest first, and returns the months.
-- Stops at a month with rows that are not sealed or were changed. If rows of the month were archived, it compares only
-- their number. The caller has verified the archived files.
create or replace function audit_drop_months(until timestamptz)
returns text[] language plpgsql set lock_timeout = '3s' as $$
declare
  head audit_seal;
  child record;
  dropped text[] := '{}';
  sealed_count bigint;
  row_count bigint;
  archived_count bigint;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  for child in
    select c.relname as name, to_char(to_date(right(c.relname, 7), 'YYYY_MM'), 'YYYY-MM') as month
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= until
    order by 1
  loop
    select coalesce(sum((s.parts -> child.month ->> 'rows')::bigint), 0) into archived_count
    from audit_seal s
    where s.kind = 'archived';
    -- A month that was changed is kept as evidence.
    exit when archived_count = 0 and exists (select 1 from audit_violations(child.month));
    select coalesce(sum((s.parts -> child.month ->> 'rows')::bigint), 0) into sealed_count
    from audit_seal s
    where s.kind = 'rows';
    execute format('select count(*) from %I', child.name) into row_count;
    exit when sealed_count <> row_count + archived_count;
    execute format('drop table %I', child.name);
    head := audit_head();
    perform audit_add_seal(row(null, 'dropped', head.epoch, head.xid, head.id,
      jsonb_build_object(child.month, jsonb_build_object('rows', sealed_count)), null, null)::audit_seal);
    dropped := dropped || child.month;
  end loop;
  return dropped;
end $$;
revoke all on function audit_drop_months from public;
