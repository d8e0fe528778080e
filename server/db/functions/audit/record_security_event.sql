-- Records an event that changes no row, such as a login or an export: in one store, or in every
-- store of the person it is about. A store of which the person is an inactive member gets no logins
-- and logouts. The names are those of contract/lib/call/security-event.ts.
create or replace function record_security_event(
  action text,
  entity text,
  entity_id uuid,
  about uuid,
  event_store uuid,
  actor uuid,
  details jsonb,
  request_id text,
  ip text,
  before_details jsonb default null
)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into audit (store_id, person_id, request_id, ip, entity, entity_id, record_id, action, before, after)
  select store.id, actor,
    coalesce(request_id, nullif(current_setting('app.request_id', true), '')),
    coalesce(ip, nullif(current_setting('app.ip', true), '')),
    entity, entity_id, coalesce(entity_id, about, store.id), action, before_details, details
  from (
    select event_store as id where event_store = current_store_or_null()
    union all
    select m.store_id
    from membership m
    where event_store is null and m.person_id = about
      and (m.status = 'active' or action not in ('login', 'logout', 'session_ended', 'sessions_ended'))
  ) store
$$;
revoke all on function record_security_event from public;
grant execute on function record_security_event to storewright_app;
