-- Adds a message of the contact form as a conversation, with its notification and its email to the store. It is
-- the only way in which the role of the storefront writes to the inbox. Nobody has verified the email, so each
-- message is a conversation of its own. A message of a blocked sender is spam, without a notification.
create or replace function add_contact_message(name text, email text, order_number text, message text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  store uuid := current_store();
  sender text := lower(add_contact_message.email);
  conversation_id uuid;
  is_blocked boolean := coalesce(find_sender_rule(lower(add_contact_message.email)) = 'block', false);
begin
  insert into conversation (
    channel, place, spam_reason, name, email, order_number, customer_id, order_id,
    waiting_since, last_received_at, last_text, message_count)
  values (
    'form', case when is_blocked then 'spam' else 'inbox' end, case when is_blocked then 'blocked' end,
    add_contact_message.name, sender, add_contact_message.order_number,
    (select c.id from customer c where c.store_id = store and c.folded_email = sender),
    (select o.id from "order" o
      where o.store_id = store and o.folded_email = sender
        and lower(ltrim(o.number, '#')) = lower(ltrim(add_contact_message.order_number, '#'))
        and add_contact_message.order_number <> ''
      order by o.id desc limit 1),
    now(), now(), left(message, 200), 1)
  returning id into conversation_id;
  insert into message (conversation_id, direction, status, from_name, from_email, text)
  values (conversation_id, 'in', 'received', add_contact_message.name, sender, message);
  if is_blocked then
    return;
  end if;
  perform add_notification(
    'message_received', 'conversation', conversation_id, jsonb_build_object('customer', add_contact_message.name));
  perform add_job('contactMessage.mail', json_build_object('storeId', store, 'id', conversation_id));
end $$;
revoke all on function add_contact_message from public;
grant execute on function add_contact_message to storewright_storefront;
