-- Adds a message of a shopper with its notification and its email to the store. It is the only way in
-- which the role of the storefront writes.
create or replace function add_contact_message(name text, email text, order_number text, message text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  message_id uuid;
begin
  insert into contact_message (name, email, order_number, message)
  values (name, email, order_number, message)
  returning id into message_id;
  perform add_notification('contact_message', 'customer', message_id, jsonb_build_object('customer', name));
  perform add_job('contactMessage.mail', json_build_object('storeId', current_store(), 'id', message_id));
end $$;
revoke all on function add_contact_message from public;
grant execute on function add_contact_message to storewright_storefront;
