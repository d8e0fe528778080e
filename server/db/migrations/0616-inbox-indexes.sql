-- The folders of the inbox are counted and skipped in their indexes alone.
drop index conversation__inbox;
drop index conversation__waiting;
drop index conversation__discarded;
drop index conversation__closed;
drop index conversation__sent;
drop index conversation__elsewhere;
drop index conversation__assignee;
alter index conversation__snoozed rename to conversation__due;
create index conversation__inbox on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__waiting on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and status = 'open' and waiting_since is not null and merged_into_id is null;
create index conversation__longest_waiting on conversation (store_id, waiting_since, id)
  include (assignee_id, labels)
  where place = 'inbox' and status = 'open' and waiting_since is not null and merged_into_id is null;
create index conversation__snoozed on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and status = 'snoozed' and merged_into_id is null;
create index conversation__closed on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and status = 'closed' and merged_into_id is null;
create index conversation__sent on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and has_reply and merged_into_id is null;
create index conversation__elsewhere on conversation (store_id, place, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place <> 'inbox' and merged_into_id is null;
create index conversation__assignee on conversation (store_id, assignee_id, last_message_at desc, id desc)
  include (labels)
  where place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__unassigned on conversation (store_id, last_message_at desc, id desc)
  include (labels)
  where place = 'inbox' and status <> 'closed' and assignee_id is null and merged_into_id is null;
create index conversation__all on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and merged_into_id is null;
drop index conversation__person;
create index conversation__person on conversation (assignee_id, store_id) where assignee_id is not null;
drop index conversation_reader__person;
create index conversation_reader__person on conversation_reader (person_id, store_id);
alter table membership no force row level security;
alter table conversation no force row level security;
alter table conversation
  drop constraint conversation_assignee_id_fkey,
  add foreign key (assignee_id, store_id) references membership (person_id, store_id)
    on delete set null (assignee_id);
alter table conversation force row level security;
alter table conversation_reader no force row level security;
alter table conversation_reader
  drop constraint conversation_reader_person_id_fkey,
  add foreign key (person_id, store_id) references membership (person_id, store_id) on delete cascade;
alter table conversation_reader force row level security;
alter table membership force row level security;
alter table message
  drop constraint message_status_check,
  add check (status in ('received', 'draft', 'queued', 'sending', 'sent', 'failed', 'bounced')),
  add column undo jsonb;
comment on table message is 'Erasure of a customer
delete: from_name from_email to_emails cc_emails subject text html email_id
not personal: direction origin status error undo';
drop trigger audit on message;
create trigger audit after insert or update or delete on message for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row('from_name', 'from_email', 'to_emails', 'cc_emails', 'subject', 'text', 'html',
    'quote_start', 'email_id', 'send_at', 'sent_at', 'undo');
-- Who saw the messages of the contact form sees the conversations.
alter table role no force row level security, disable trigger user;
update role set ability = ability || coalesce((
  select jsonb_agg(a || '{"subject": "conversation"}') from jsonb_array_elements(ability) a
  where a ->> 'subject' = 'customer'), '[]')
where ability @> '[{"subject": "customer"}]';
alter table role force row level security, enable trigger user;
alter table api_key no force row level security, disable trigger user;
update api_key set ability = ability || coalesce((
  select jsonb_agg(a || '{"subject": "conversation"}') from jsonb_array_elements(ability) a
  where a ->> 'subject' = 'customer'), '[]')
where ability @> '[{"subject": "customer"}]';
alter table api_key force row level security, enable trigger user;
