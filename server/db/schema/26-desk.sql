-- What a store and a person write to each other: emails, the contact form and chats. Conversations of the
-- channel `team` are among staff, and have the place `team`, so that no list of the inbox contains them.
create table conversation (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  channel text not null check (channel in ('email', 'form', 'chat', 'team')),
  subject text not null default '',
  -- Who writes to the store, the email in lower case. Empty for a chat before its email is known.
  name text not null default '',
  email text not null default '',
  -- As typed in the contact form.
  order_number text not null default '',
  customer_id uuid,
  order_id uuid,
  product_id uuid,
  status text not null default 'open' check (status in ('open', 'answered', 'snoozed', 'closed')),
  place text not null default 'inbox' check (place in ('inbox', 'spam', 'trash', 'team')),
  -- Why it is spam: the code of a rule.
  spam_reason text,
  snoozed_until timestamptz check ((snoozed_until is not null) = (status = 'snoozed')),
  assignee_id uuid,
  labels text[] not null default '{}' check (cardinality(labels) <= 20),
  -- A part of the reply address. An email to this address is added to the conversation.
  reply_token text not null default replace(gen_random_uuid()::text, '-', ''),
  -- Since when a person waits for a reply. Null if no person waits.
  waiting_since timestamptz,
  first_reply_at timestamptz,
  last_message_at timestamptz not null default now(),
  -- When a person or a machine last wrote to the store.
  last_received_at timestamptz,
  -- The beginning of the last message.
  last_text text not null default '',
  message_count integer not null default 0,
  has_reply boolean not null default false,
  merged_into_id uuid,
  -- The language of the person, if it is known.
  language text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references customer on delete set null (customer_id),
  foreign key (store_id, order_id) references "order" on delete set null (order_id),
  foreign key (store_id, product_id) references product on delete set null (product_id),
  foreign key (store_id, merged_into_id) references conversation on delete cascade,
  -- A former staff member has no conversations.
  foreign key (assignee_id, store_id) references membership (person_id, store_id)
    on delete set null (assignee_id)
);
comment on table conversation is 'Erasure of a customer
by email: email
by record: order_id
by record: customer_id
delete: subject name email order_number last_text
not personal: channel status place spam_reason labels language
hidden: reply_token';
create unique index conversation__reply_token on conversation (reply_token);
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
create index conversation__inbox_waiting on conversation (store_id, coalesce(waiting_since, 'infinity'), id)
  include (assignee_id, labels, waiting_since)
  where place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__assignee_waiting
  on conversation (store_id, assignee_id, coalesce(waiting_since, 'infinity'), id)
  include (labels, waiting_since)
  where place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__unassigned_waiting on conversation (store_id, coalesce(waiting_since, 'infinity'), id)
  include (labels, waiting_since)
  where place = 'inbox' and status <> 'closed' and assignee_id is null and merged_into_id is null;
create index conversation__all on conversation (store_id, last_message_at desc, id desc)
  include (assignee_id, labels)
  where place = 'inbox' and merged_into_id is null;
create index conversation__chat on conversation (store_id, last_message_at desc, id desc)
  where channel = 'chat' and place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__email on conversation (store_id, email, last_message_at desc, id desc);
create index conversation__customer on conversation (store_id, customer_id) where customer_id is not null;
create index conversation__order on conversation (store_id, order_id) where order_id is not null;
create index conversation__product on conversation (store_id, product_id) where product_id is not null;
create index conversation__merged on conversation (store_id, merged_into_id) where merged_into_id is not null;
create index conversation__due on conversation (snoozed_until) where snoozed_until is not null;
create index conversation__old on conversation (last_message_at);
create index conversation__person on conversation (assignee_id, store_id) where assignee_id is not null;
select belongs_to_store('conversation', '{
  subject,name,email,order_number,last_text,waiting_since,first_reply_at,last_message_at,last_received_at,
  message_count,has_reply,version,updated_at}');
create policy owner_access on conversation to current_user using (true) with check (true);
create trigger search_words_added after insert or delete on conversation for each row
  execute function update_conversation_words();
create trigger search_words_changed after update on conversation for each row
  when ((old.subject, old.name, old.email, old.order_number)
    is distinct from (new.subject, new.name, new.email, new.order_number))
  execute function update_conversation_words();

-- A message of a conversation, or a note that only staff see.
create table message (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  conversation_id uuid not null,
  direction text not null check (direction in ('in', 'out', 'note')),
  origin text not null default 'person' check (origin in ('person', 'automatic', 'bounce')),
  status text not null
    check (status in ('received', 'draft', 'queued', 'sending', 'sent', 'failed', 'bounced')),
  -- The staff member who wrote it. Null: the other person, or a former user.
  author_id uuid references person on delete set null,
  from_name text not null default '',
  from_email text not null default '',
  to_emails text[] not null default '{}',
  cc_emails text[] not null default '{}',
  subject text not null default '',
  text text not null default '',
  -- Cleaned: no scripts, no forms and no files of other servers.
  html text,
  -- Where the quoted earlier text begins.
  quote_start integer,
  -- The Message-ID of the email.
  email_id text,
  -- Until then, a queued message can be unsent.
  send_at timestamptz,
  sent_at timestamptz,
  -- Why it was not sent: the code of an error.
  error text,
  -- What the reply changed of its conversation, until it can no longer be unsent.
  undo jsonb,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, conversation_id) references conversation on delete cascade
);
comment on table message is 'Erasure of a customer
delete: from_name from_email to_emails cc_emails subject text html email_id
not personal: direction origin status error undo';
create index message__conversation on message (store_id, conversation_id, created_at, id);
create index message__email on message (store_id, email_id) where email_id is not null;
create index message__draft on message (store_id, author_id, created_at) where status = 'draft';
create index message__person on message (author_id) where author_id is not null;
select belongs_to_store('message', '{
  from_name,from_email,to_emails,cc_emails,subject,text,html,quote_start,email_id,send_at,sent_at,undo}');
create policy owner_delete on message for delete to current_user using (true);
-- A deletion reads the rows that it deletes.
create policy owner_read on message for select to current_user using (true);
create trigger search_words_added after insert or delete on message for each row
  execute function update_conversation_words();
create trigger search_words_changed after update on message for each row
  when ((old.conversation_id, old.status = 'draft', old.text, old.quote_start)
    is distinct from (new.conversation_id, new.status = 'draft', new.text, new.quote_start))
  execute function update_conversation_words();

-- The Message-IDs of the emails of a conversation, as hashes, so that replies find it.
create table message_reference (
  store_id uuid not null default current_store() references store on delete cascade,
  hash bytea not null,
  conversation_id uuid not null,
  primary key (store_id, hash),
  foreign key (store_id, conversation_id) references conversation on delete cascade
);
comment on table message_reference is 'Erasure of a customer
not personal: hash';
create index message_reference__conversation on message_reference (store_id, conversation_id);
alter table message_reference enable row level security, force row level security;
create policy own_store on message_reference
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on message_reference to storewright_app;

-- Until when a person has seen a conversation, and whether they follow it.
create table conversation_reader (
  store_id uuid not null default current_store() references store on delete cascade,
  conversation_id uuid not null,
  person_id uuid not null,
  seen_until timestamptz not null default '-infinity',
  is_following boolean not null default false,
  primary key (store_id, conversation_id, person_id),
  foreign key (store_id, conversation_id) references conversation on delete cascade,
  foreign key (person_id, store_id) references membership (person_id, store_id) on delete cascade
);
create index conversation_reader__person on conversation_reader (person_id, store_id);
alter table conversation_reader enable row level security, force row level security;
create policy own_store on conversation_reader
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on conversation_reader to storewright_app;

-- A browser with a chat with a store. The token of its cookie is stored as a hash.
create table chat_session (
  store_id uuid not null default current_store() references store on delete cascade,
  token_hash bytea not null,
  conversation_id uuid not null,
  -- Until when the shopper has seen the answers. Later ones are sent by email.
  fetched_until timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (store_id, token_hash),
  foreign key (store_id, conversation_id) references conversation on delete cascade
);
comment on table chat_session is 'Erasure of a customer
delete: token_hash';
create index chat_session__conversation on chat_session (store_id, conversation_id);
create index chat_session__old on chat_session (store_id, expires_at);
alter table chat_session enable row level security, force row level security;
create policy own_store on chat_session
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on chat_session to storewright_app;

-- A text that staff insert into replies.
create table saved_reply (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  text text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table saved_reply is 'Erasure of a customer
not personal: name text';
create unique index saved_reply__name__taken on saved_reply (store_id, lower(name));
select belongs_to_store('saved_reply', '{version,updated_at}');

-- How the inbox treats the emails of an address, or of a domain with its subdomains.
create table sender_rule (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- In lower case.
  sender text not null check (sender <> ''),
  action text not null check (action in ('allow', 'block')),
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table sender_rule is 'Erasure of a customer
by email: sender
delete: sender
not personal: action';
create unique index sender_rule__sender on sender_rule (store_id, sender);
select belongs_to_store('sender_rule', '{sender}');
-- For find_sender_rule(), which the contact form calls as the owner.
create policy owner_access on sender_rule to current_user using (true) with check (true);

-- Work of the staff of a store. A person or a rule has created it.
create table task (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  title text not null check (length(title) between 1 and 200),
  note text not null default '',
  -- A day and a time of the clock in the time zone of the store.
  due_on date,
  due_time time,
  -- The order of lists: tasks of a day without a time follow the others, and tasks without a day are last.
  due_key timestamp not null
    generated always as (coalesce(due_on + coalesce(due_time, '24:00'::time), 'infinity')) stored,
  tags text[] not null default '{}',
  is_important boolean not null default false,
  steps jsonb not null default '[]' check (jsonb_array_length(steps) <= 50),
  assignee_id uuid,
  order_id uuid,
  product_id uuid,
  customer_id uuid,
  -- A rule of RFC 5545. Completing the task creates the next one.
  repeat text,
  source text not null default 'person',
  -- The record that is the cause for which a rule has created the task, until the cause ends.
  source_id uuid,
  created_by uuid default current_person(),
  completed_at timestamptz,
  completed_by uuid,
  -- Since when the task is in the bin.
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check (due_time is null or due_on is not null),
  check (num_nonnulls(order_id, product_id, customer_id) <= 1),
  foreign key (assignee_id, store_id) references membership (person_id, store_id)
    on delete set null (assignee_id),
  foreign key (store_id, order_id) references "order" on delete set null (order_id),
  foreign key (store_id, product_id) references product on delete set null (product_id),
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table task is 'Erasure of a customer
by record: order_id
by record: customer_id
delete: title note tags steps
not personal: repeat source';
create unique index task__source on task (store_id, source, source_id) where source_id is not null;
-- The further columns answer the views and their counts without the rows.
create index task__open on task (store_id, due_key, id) include (due_on, assignee_id, is_important)
  where completed_at is null and deleted_at is null;
create index task__tagged on task (store_id, id)
  where tags <> '{}' and completed_at is null and deleted_at is null;
create index task__important on task (store_id, due_key, id)
  where is_important and completed_at is null and deleted_at is null;
create index task__assignee on task (store_id, assignee_id, due_key, id)
  where completed_at is null and deleted_at is null;
create index task__completed on task (store_id, completed_at, id)
  where completed_at is not null and deleted_at is null;
create index task__deleted on task (store_id, deleted_at, id) where deleted_at is not null;
create index task__due on task (due_on, store_id)
  where assignee_id is not null and completed_at is null and deleted_at is null;
create index task__old on task (deleted_at) where deleted_at is not null;
create index task__member on task (assignee_id, store_id) where assignee_id is not null;
create index task__order on task (store_id, order_id, due_key, id) where order_id is not null;
create index task__product on task (store_id, product_id, due_key, id) where product_id is not null;
create index task__customer on task (store_id, customer_id, due_key, id) where customer_id is not null;
select belongs_to_store('task', '{due_key,source_id}');
create policy owner_delete on task for delete to current_user using (true);
-- A deletion reads the rows that it deletes.
create policy owner_read on task for select to current_user using (true);

-- Which rules create tasks, and who gets these tasks. A rule without a row is off.
create table task_rule (
  store_id uuid not null default current_store() references store on delete cascade,
  rule text not null,
  is_on boolean not null,
  assignee_id uuid,
  updated_at timestamptz not null default now(),
  primary key (store_id, rule),
  -- The tasks of a former staff member are unassigned.
  foreign key (assignee_id, store_id) references membership (person_id, store_id)
    on delete set null (assignee_id)
);
comment on table task_rule is 'Erasure of a customer
not personal: rule';
create index task_rule__member on task_rule (assignee_id, store_id) where assignee_id is not null;
select belongs_to_store('task_rule', '{updated_at}');
-- For list_stores_with_task_rules(), which runs as the owner.
create policy owner_read on task_rule for select to current_user using (true);

-- The email of a message as it was received, and what was found out about it.
create table message_original (
  store_id uuid not null default current_store() references store on delete cascade,
  message_id uuid not null,
  file_key text not null,
  bytes integer not null,
  -- The results of SPF, DKIM and DMARC, and the policy of the domain of the sender.
  authenticity jsonb not null default '{}',
  -- Images of other servers in its HTML.
  remote_image_count integer not null default 0,
  -- Files beyond the limit, which are only in the original.
  omitted_file_count integer not null default 0,
  -- Why its text is missing.
  problem text check (problem in ('unreadable', 'encrypted')),
  primary key (store_id, message_id),
  foreign key (store_id, message_id) references message on delete cascade
);
comment on table message_original is 'Erasure of a customer
delete: authenticity
not personal: file_key problem';
create index message_original__file on message_original (store_id, file_key);
alter table message_original enable row level security, force row level security;
create policy own_store on message_original
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on message_original to storewright_app;
create trigger enqueue_file_deletion after delete on message_original referencing old table as deleted_file
  for each statement execute function enqueue_file_deletion('mailIn.deleteFiles');

-- The files of a received email. Its HTML shows some of them by their position.
create table message_file (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  message_id uuid not null,
  position integer not null,
  name text not null,
  content_type text not null,
  bytes integer not null,
  is_inline boolean not null default false,
  file_key text not null,
  primary key (store_id, id),
  foreign key (store_id, message_id) references message on delete cascade
);
comment on table message_file is 'Erasure of a customer
delete: name
not personal: content_type file_key';
create index message_file__message on message_file (store_id, message_id, position);
alter table message_file enable row level security, force row level security;
create policy own_store on message_file
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on message_file to storewright_app;
create trigger enqueue_file_deletion after delete on message_file referencing old table as deleted_file
  for each statement execute function enqueue_file_deletion('mailIn.deleteFiles');

-- An event of the calendar. A series is one row with a rule. Its events that differ are rows of their own.
create table calendar_event (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  title text not null check (length(title) between 1 and 200),
  description text not null default '',
  location text not null default '',
  category text not null default 'business'
    check (category in ('personal', 'business', 'family', 'holiday', 'etc')),
  is_all_day boolean not null default false,
  -- Times of the clock in `time_zone`. Events of whole days begin and end at midnight.
  starts_at timestamp not null,
  ends_at timestamp not null,
  time_zone text not null,
  -- A rule of RFC 5545, and the last day on which the series can begin an event.
  repeat text,
  repeats_until date,
  excluded_on date[] not null default '{}',
  -- The series of an event that differs from the others, and its day in the series, which excludes it.
  series_id uuid,
  original_on date,
  reminder_minutes integer check (reminder_minutes between 0 and 40320),
  -- The next reminder. Null after the last one.
  remind_at timestamptz,
  -- Only its creator sees the event.
  is_private boolean not null default false,
  order_id uuid,
  product_id uuid,
  customer_id uuid,
  created_by uuid default current_person(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check (ends_at between starts_at and starts_at + interval '93 days'),
  check ((repeat is null) = (repeats_until is null)),
  check ((series_id is null) = (original_on is null)),
  check (series_id is null or repeat is null),
  check (num_nonnulls(order_id, product_id, customer_id) <= 1),
  foreign key (store_id, series_id) references calendar_event on delete cascade,
  foreign key (store_id, order_id) references "order" on delete set null (order_id),
  foreign key (store_id, product_id) references product on delete set null (product_id),
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table calendar_event is 'Erasure of a customer
by record: order_id
by record: customer_id
delete: title description location
not personal: category time_zone repeat';
create index calendar_event__starts on calendar_event (store_id, starts_at) where repeat is null;
create index calendar_event__series on calendar_event (store_id, repeats_until) where repeat is not null;
-- Deferrable, so that it is checked after a statement that moves all days of a series.
alter table calendar_event add constraint calendar_event__original
  unique (store_id, series_id, original_on) deferrable;
create index calendar_event__remind on calendar_event (remind_at) where remind_at is not null;
create index calendar_event__author on calendar_event (created_by) where is_private;
create index calendar_event__order on calendar_event (store_id, order_id) where order_id is not null;
create index calendar_event__product on calendar_event (store_id, product_id) where product_id is not null;
create index calendar_event__customer on calendar_event (store_id, customer_id)
  where customer_id is not null;
-- The activity log has no texts, because events can be private.
select belongs_to_store('calendar_event', '{title,description,location,is_private,remind_at,updated_at}');
create policy own_or_shared on calendar_event as restrictive to storewright_app
  using (not is_private or created_by = current_person())
  with check (not is_private or created_by = current_person());
create policy owner_access on calendar_event to current_user using (true) with check (true);

-- The address at which a calendar app reads what a person sees in the calendar. Only the hash of its
-- token is stored.
create table calendar_feed (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person(),
  token_hash bytea not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Whether events name the customer that they are about.
  has_customer_names boolean not null,
  language text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, person_id),
  -- The feed ends when the person leaves the store.
  foreign key (person_id, store_id) references membership on delete cascade
);
comment on table calendar_feed is 'Erasure of a customer
not personal: kinds language
hidden: token_hash';
create unique index calendar_feed__token on calendar_feed (token_hash);
create index calendar_feed__person on calendar_feed (person_id, store_id);
select belongs_to_store('calendar_feed', '{token_hash}');
-- A feed is found before its store is known.
create policy owner_read on calendar_feed for select to current_user using (true);
create policy owner_delete on calendar_feed for delete to current_user using (true);
