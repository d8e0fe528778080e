-- Returns the current permissions of each of these people in one store, while their session is
-- active: one query for all open pages of a process. `entry_number` is the position in the arrays.
create or replace function current_memberships(people uuid[], sessions uuid[], stores uuid[])
returns table (entry_number integer, role text, abilities jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select entry.number::integer, m.role, coalesce(m.abilities, r.ability)
  from unnest(people, sessions, stores) with ordinality entry(person, session, store, number)
  join session s on s.id = entry.session and s.person_id = entry.person and s.ended_at is null and s.expires_at > now()
  join person p on p.id = entry.person and p.disabled_at is null
  join membership m on m.person_id = entry.person and m.store_id = entry.store and m.status = 'active'
  left join role r on r.store_id = m.store_id and r.role = m.role
$$;
revoke all on function current_memberships from public;
grant execute on function current_memberships to storewright_app;
