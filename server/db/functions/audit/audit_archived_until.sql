-- Returns the end of the last month of the current store whose rows were archived, or null.
create or replace function audit_archived_until() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select max(a.month_end)
  from (
    select (to_date(jsonb_object_keys(s.parts), 'YYYY-MM') + interval '1 month') at time zone 'UTC' as month_end
    from audit_seal s
    where s.kind = 'archived'
  ) a
  join store s on s.id = current_store() and s.created_at < a.month_end
$$;
revoke all on function audit_archived_until from public;
grant execute on function audit_archived_until to storewright_app;
