-- Returns the verified hosts and the earlier free hosts of one store, or of all stores, that are not
-- closed. Domains of sellers come first, because a certificate of the free domains is usually valid
-- for all of them. The caller serves any host, so it reads the rows of all stores.
create or replace function list_storefront_hosts(wanted_store uuid, max_hosts integer)
returns table (store_id uuid, host text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.store_id, h.host
  from (
    select d.store_id, d.domain as host, d.kind from domain d where d.status = 'active'
    union all
    select e.store_id, e.host, 'earlier' from earlier_store_host e
  ) h
  join store s on s.id = h.store_id
  where s.status <> 'closed' and (wanted_store is null or h.store_id = wanted_store)
  order by array_position(array['custom', 'subdomain', 'earlier'], h.kind), h.store_id
  limit max_hosts
$$;
revoke all on function list_storefront_hosts from public;
grant execute on function list_storefront_hosts to storewright_app;
