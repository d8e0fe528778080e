-- Returns the store that has connected an account at Stripe Connect, or null. The operator can give the account
-- to another store, whose connection works then.
create or replace function find_store_of_payment_account(account text) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.store_id from payment_account a where a.connected_account = account
  order by a.is_failing, a.updated_at desc limit 1
$$;
revoke all on function find_store_of_payment_account from public;
grant execute on function find_store_of_payment_account to storewright_app;
