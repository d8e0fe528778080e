-- Conversations of the channel `team` have a place of their own, so that no list of the inbox contains them.
alter table conversation drop constraint conversation_place_check,
  add constraint conversation_place_check check (place in ('inbox', 'spam', 'trash', 'team'));
create index conversation__chat on conversation (store_id, last_message_at desc, id desc)
  where channel = 'chat' and place = 'inbox' and status <> 'closed' and merged_into_id is null;
comment on table conversation is 'Erasure of a customer
by email: email
by record: order_id
by record: customer_id
delete: subject name email order_number last_text
not personal: channel status place spam_reason labels language
hidden: reply_token';
