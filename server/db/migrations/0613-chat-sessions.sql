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
