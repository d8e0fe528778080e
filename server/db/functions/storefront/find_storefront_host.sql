-- Returns the store of a verified host or of an earlier free host, with the host that the others
-- redirect to and a value that changes with everything that shoppers see, and with its languages and
-- the id of its password. A store is found by any host, so it reads the rows of all stores.
create or replace function find_storefront_host(wanted_host text)
returns table (store_id uuid, primary_host text, status text, revision text, languages text[], password_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.store_id,
    coalesce((
      select p.domain from domain p
      where p.store_id = d.store_id and p.is_primary and p.status = 'active'), d.domain),
    s.status,
    (select coalesce(bit_xor(uuid_hash_extended(r.id, 0)), 0)::text
      from storefront_revision r where r.store_id = d.store_id)
    -- Shoppers see a scheduled post from its moment on, without a change of a row.
    || coalesce(' ' || extract(epoch from (select max(b.publish_at) from post b
      where b.store_id = d.store_id and b.status = 'published' and b.publish_at <= now())), ''),
    array[s.locale] || s.languages,
    (select p.id from storefront_password p where p.store_id = d.store_id)
  from (
    select store_id, domain, 1 as rank from domain where domain = wanted_host and status = 'active'
    union all
    select o.store_id, o.domain, 2
    from earlier_store_host e join domain o on o.store_id = e.store_id and o.kind = 'subdomain'
    where e.host = wanted_host
    order by rank
    limit 1
  ) d
  join store s on s.id = d.store_id
$$;
revoke all on function find_storefront_host from public;
grant execute on function find_storefront_host to storewright_app;
