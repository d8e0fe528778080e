-- Returns whether any store has verified this domain. It reads the rows of all stores and reveals
-- nothing else.
create or replace function is_domain_verified(wanted_domain text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from domain where domain = wanted_domain and status = 'active')
$$;
revoke all on function is_domain_verified from public;
grant execute on function is_domain_verified to storewright_app;
