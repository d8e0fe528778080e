-- The mailbox of a seller whose new emails a job copies to the inbox by IMAP.
create table mailbox (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  server text not null check (server <> ''),
  port integer not null check (port between 1 and 65535),
  encryption text not null check (encryption in ('tls', 'starttls')),
  username text not null check (username <> ''),
  -- The password, encrypted with a key of the installation.
  secret bytea not null,
  -- The number that the server gives to the next email, which is valid with the number of its folder.
  uid_validity bigint not null,
  next_uid bigint not null,
  connected_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  -- Why the last check failed, and how many failed since the last one that succeeded.
  failure text not null default '',
  failure_count integer not null default 0,
  next_check_at timestamptz not null default now(),
  -- Until then, only the process that set it checks the mailbox.
  locked_until timestamptz,
  primary key (store_id, id),
  constraint mailbox__store unique (store_id)
);
comment on table mailbox is 'Erasure of a customer
not personal: server encryption username failure
hidden: secret';
create index mailbox__due on mailbox (next_check_at);
select belongs_to_store('mailbox',
  '{uid_validity,next_uid,connected_at,checked_at,failure,failure_count,next_check_at,locked_until}');
-- For list_due_mailboxes().
create policy owner_read on mailbox for select to current_user using (true);
