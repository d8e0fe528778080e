-- Returns the connected accounts of all stores.
create or replace function list_payment_accounts() returns table (store_id uuid, provider text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.store_id, a.provider from payment_account a order by a.store_id, a.provider
$$;
revoke all on function list_payment_accounts from public;
grant execute on function list_payment_accounts to storewright_app;
