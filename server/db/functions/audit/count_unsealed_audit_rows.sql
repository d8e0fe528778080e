-- Returns how many of the newest audit rows of the current store are not sealed yet, up to 1000.
create or replace function count_unsealed_audit_rows() returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::integer
  from (
    select 1
    from audit a, audit_head() h
    where (a.epoch, a.xid, a.id) > (h.epoch, h.xid, h.id) and a.store_id = current_store()
    limit 1000
  ) rows
$$;
revoke all on function count_unsealed_audit_rows from public;
grant execute on function count_unsealed_audit_rows to storewright_app;
