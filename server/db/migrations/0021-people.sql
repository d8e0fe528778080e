-- Mails outlast a mail server that is away, and what nobody needs any more about people and requests goes by the clock.

-- Links asked for before are good for nothing after.
alter table person add column password_changed_at timestamptz;

/*
 * Adds a job in the caller's transaction: the job exists if and only if what it is about does. Its payload says when it was asked
 * for. The pause after each failure grows up to six hours; mails, whose server may be away over a weekend, are tried for four days.
 */
create or replace function add_job(task text, payload json, key text default null) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job(task, (payload::jsonb || jsonb_build_object('askedAt', now()))::json, job_key => key,
    max_attempts => case when task like '%.mail' then 25 else 5 end) $$;

-- Answers that are kept for a request that comes again, and invitations that nobody took, concern every store.
do $$ begin
  execute format('create policy keeper on idempotency to %I using (true) with check (true)', current_user);
  execute format('create policy forgetter on invitation for delete to %I using (true)', current_user);
end $$;

/* Whoever asks again has given up after three days. A part at a time; says how many went. */
create function forget_old_answers(at_most integer) returns integer language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from idempotency i using (select business_id, person_id, route, key from idempotency where created_at < now() - interval '3 days' order by created_at limit at_most) o
    where i.business_id = o.business_id and i.person_id = o.person_id and i.route = o.route and i.key = o.key returning 1
  ) select count(*)::integer from gone
$$;

/* For a month the page still shows that it was not taken, and sends it again. */
create function forget_old_invitations(at_most integer) returns integer language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from invitation i using (select business_id, id from invitation where expires_at < now() - interval '30 days' limit at_most) o
    where i.business_id = o.business_id and i.id = o.id returning 1
  ) select count(*)::integer from gone
$$;
revoke all on function forget_old_answers, forget_old_invitations from public;
grant execute on function forget_old_answers, forget_old_invitations to storewright_app;

/* Writes what happened without changing a row, such as a login or an export: into one store, or into every store that the
   person it is about has a place in. Of somebody who is shut out a store hears what could have been done in their name, and
   not where they go in and out. The names are those of contract/audit.ts. */
drop function record_event;
create function record_event(action text, entity text, entity_id uuid, about uuid, business uuid, actor uuid, details jsonb, request_id text, ip text, was jsonb default null)
  returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into audit (business_id, person_id, request_id, ip, entity, entity_id, record_id, action, before, after)
  select store.id, actor, coalesce(request_id, nullif(current_setting('app.request_id', true), '')),
    coalesce(ip, nullif(current_setting('app.ip', true), '')), entity, entity_id, coalesce(entity_id, about, store.id), action, was, details
  from (
    select business as id where business = current_business_or_null()
    union all
    select m.business_id from membership m
    where business is null and m.person_id = about and (m.status = 'active' or action not in ('login', 'logout', 'session_ended', 'sessions_ended'))
  ) store $$;
revoke all on function record_event from public;
grant execute on function record_event to storewright_app;

/* Rows that are in no part of the chain and never will be: those before its first place, and those after its last that say they
   are older than what was sealed an hour later, or yet to come. Only what was written past the product is such a row. */
create function audit_strays() returns table (fault text, number bigint, since timestamptz, until timestamptz) language sql stable as $$
  select 'rows_unaccounted', count(*), min(a.at), max(a.at) from audit a
    where (a.epoch, a.xid, a.id) <= (-1::smallint, '0'::xid8, '00000000-0000-0000-0000-000000000000'::uuid) having count(*) > 0
  union all
  select 'rows_unsealed', count(*), min(a.at), max(a.at) from audit a, audit_head() h
    where (a.epoch, a.xid, a.id) > (h.epoch, h.xid, h.id) and (a.at < h.sealed_at - interval '1 hour' or a.at > now() + interval '1 hour') having count(*) > 0 $$;
revoke all on function audit_strays from public;

/* The rights that each of these people has by now in one store, while their session goes on: asked for all pages of a process at once. */
create function standings_now(people uuid[], sessions uuid[], stores uuid[]) returns table (nr integer, role text, abilities jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.nr::integer, m.role, coalesce(m.abilities, r.ability)
  from unnest(people, sessions, stores) with ordinality w(person, session, store, nr)
  join session s on s.id = w.session and s.person_id = w.person and s.ended_at is null and s.expires_at > now()
  join person p on p.id = w.person and p.disabled_at is null
  join membership m on m.person_id = w.person and m.business_id = w.store and m.status = 'active'
  left join role r on r.business_id = m.business_id and r.role = m.role $$;
revoke all on function standings_now from public;
grant execute on function standings_now to storewright_app;
