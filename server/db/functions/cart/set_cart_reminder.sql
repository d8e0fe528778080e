-- Stores or withdraws the consent to one email about the cart with the token. A consent keeps its time
-- while the form is sent again.
create or replace function set_cart_reminder(
  cart_token bytea, is_wanted boolean, encrypted_token bytea, used_language text
) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update cart c set
    reminder_consent_at = case when is_wanted then coalesce(c.reminder_consent_at, now()) end,
    reminder_token = case when is_wanted then encrypted_token end,
    language = used_language
  where c.store_id = current_store() and c.token_hash = cart_token
$$;
revoke all on function set_cart_reminder from public;
grant execute on function set_cart_reminder to storewright_storefront;
