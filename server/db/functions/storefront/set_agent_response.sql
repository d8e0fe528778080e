-- Stores the response to the request that has claimed an idempotency key of an agent.
create or replace function set_agent_response(used_route text, used_key text, new_response text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update idempotency i set response = to_jsonb(new_response)
  where i.store_id = current_store() and i.person_id = '00000000-0000-0000-0000-000000000000'
    and i.route = used_route and i.key = used_key
$$;
revoke all on function set_agent_response from public;
grant execute on function set_agent_response to storewright_storefront;
