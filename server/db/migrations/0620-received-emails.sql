-- An email to a store, from its receipt until a job files it as a message. Its bytes are a file. A filed
-- email only keeps its digest, by which a repeated delivery of the same email is recognized.
create table mail_in (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- The addresses of the delivery, which can differ from those in the email.
  sender text not null,
  recipient text not null,
  client_ip text not null default '',
  client_name text not null default '',
  digest bytea not null,
  file_key text not null,
  bytes integer not null,
  status text not null default 'new' check (status in ('new', 'done', 'dead')),
  -- A process that is killed while it reads an email has counted the attempt.
  tries integer not null default 0,
  error text not null default '',
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint mail_in__digest unique (store_id, digest)
);
comment on table mail_in is 'Erasure of a customer
by email: sender
delete: sender recipient client_ip client_name digest error
not personal: file_key status';
create index mail_in__old on mail_in (created_at);
alter table mail_in enable row level security, force row level security;
create policy own_store on mail_in
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on mail_in to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on mail_in to storewright_app;
create trigger enqueue_file_deletion after delete on mail_in referencing old table as deleted_file
  for each statement execute function enqueue_file_deletion('mailIn.deleteFiles');
