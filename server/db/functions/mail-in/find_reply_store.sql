-- Returns the store of the conversation with a reply token, which has 128 bits, or null.
create or replace function find_reply_store(token text) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id from conversation c join store s on s.id = c.store_id
  where c.reply_token = token and s.status <> 'closed'
$$;
revoke all on function find_reply_store from public;
grant execute on function find_reply_store to storewright_app;
