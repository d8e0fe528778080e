-- Returns the store with a handle, to which an email is addressed, or null. It reads the stores of all sellers and
-- reveals only that a handle exists, as the pages of its store do.
create or replace function find_mail_store(handle text) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from store where slug = handle and status <> 'closed'
$$;
revoke all on function find_mail_store from public;
grant execute on function find_mail_store to storewright_app;
