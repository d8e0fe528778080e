create index message__email on message (store_id, email_id) where email_id is not null;

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
