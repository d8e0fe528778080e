-- Starts a new epoch when this server counts its transactions from a lower number than the rows
-- have, as after a restore on another server. Returns the current epoch. Called at the start of the
-- server.
create or replace function audit_advance_epoch() returns smallint language plpgsql as $$
declare
  current_epoch smallint;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  select max(epoch) into current_epoch from audit_epoch;
  if exists (
      select 1 from audit where epoch = current_epoch and xid >= pg_snapshot_xmax(pg_current_snapshot()))
    or exists (
      select 1 from audit_seal where epoch = current_epoch and xid >= pg_snapshot_xmax(pg_current_snapshot())) then
    current_epoch := current_epoch + 1;
    insert into audit_epoch (epoch) values (current_epoch);
  end if;
  -- A restore into new tables leaves the default of epoch 0.
  if current_epoch is distinct from (
    select substring(pg_get_expr(d.adbin, d.adrelid) from '\d+')::smallint
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = 'audit'::regclass and a.attname = 'epoch') then
    execute format('alter table audit alter column epoch set default %s', current_epoch);
  end if;
  return current_epoch;
end $$;
revoke all on function audit_advance_epoch from public;
