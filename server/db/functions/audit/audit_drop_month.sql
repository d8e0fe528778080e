-- Drops the audit table of a month, and seals the number of its rows. Returns false without a change if the
-- number of rows, with those in files, differs from the sealed number. The caller has verified the seals
-- of the month (verifySeals).
create or replace function audit_drop_month(month date) returns boolean language plpgsql set lock_timeout = '3s' as $$
declare
  name text := audit_month_name(month);
  part text := to_char(month, 'YYYY-MM');
  head audit_seal;
  sealed_count bigint;
  archived_count bigint;
  row_count bigint;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  select coalesce(sum((s.parts -> part ->> 'rows')::bigint) filter (where s.kind = 'rows'), 0),
    coalesce(sum((s.parts -> part ->> 'rows')::bigint) filter (where s.kind = 'archived'), 0)
  into sealed_count, archived_count
  from audit_seal s;
  execute format('select count(*) from %I', name) into row_count;
  if sealed_count <> row_count + archived_count then return false; end if;
  execute format('drop table %I', name);
  head := audit_head();
  perform audit_add_seal(row(null, 'dropped', head.epoch, head.xid, head.id,
    jsonb_build_object(part, jsonb_build_object('rows', sealed_count)), null, null)::audit_seal);
  return true;
end $$;
revoke all on function audit_drop_month from public;
