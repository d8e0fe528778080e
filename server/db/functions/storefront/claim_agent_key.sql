-- Stores an idempotency key of an agent, or returns what the earlier request with it has stored, after
-- waiting for its end. Agents have no account, so the person is the nil UUID.
create or replace function claim_agent_key(
  used_route text, used_key text, used_body_hash bytea,
  out is_new boolean, out is_same boolean, out stored_response text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  agent constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  insert into idempotency (person_id, route, key, body_hash)
  values (agent, used_route, used_key, used_body_hash)
  on conflict do nothing;
  is_new := found;
  select i.body_hash = used_body_hash, i.response #>> '{}' into is_same, stored_response
  from idempotency i
  where i.store_id = current_store() and i.person_id = agent and i.route = used_route and i.key = used_key;
end $$;
revoke all on function claim_agent_key from public;
grant execute on function claim_agent_key to storewright_storefront;
