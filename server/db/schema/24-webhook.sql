-- A key acts as the person who created it, within its own abilities. Only its hash is stored.
create table api_key (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null check (name <> ''),
  hash bytea not null,
  -- The last characters.
  hint text not null,
  ability jsonb not null,
  created_by uuid references person on delete set null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table api_key is 'Erasure of a customer
not personal: name hint ability
hidden: hash';
create unique index api_key__hash on api_key (hash);
create index api_key__newest on api_key (store_id, created_at desc, id desc);
select belongs_to_store('api_key', '{hash,last_used_at,version}');
-- A key is found before its store is known.
create policy owner_read on api_key for select to current_user using (true);

create table webhook (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  url text not null,
  name text not null default '',
  events text[] not null check (events <> '{}'),
  -- Encrypted with a key of the installation. After a rotation, the previous secret signs as well
  -- for a day.
  secret bytea not null,
  previous_secret bytea,
  -- A name without the word secret, because columns with secrets are not audited.
  rotated_at timestamptz not null default now(),
  -- The last characters of the secret.
  hint text not null,
  is_on boolean not null default true,
  -- Stopped by the server, because every delivery failed for three days.
  is_stopped boolean not null default false,
  failing_since timestamptz,
  created_by uuid references person on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table webhook is 'Erasure of a customer
not personal: url name events hint
hidden: secret previous_secret';
select belongs_to_store('webhook', '{secret,previous_secret,failing_since,version}');
create policy owner_read on webhook for select to current_user using (true);
create trigger notification_webhook after update of is_stopped on webhook for each row
  when (new.is_stopped and not old.is_stopped) execute function add_webhook_off_notification();

-- The outbox: an event as it was, written in the transaction of the change if a webhook wants it.
create table webhook_event (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  type text not null,
  -- No foreign key: the event remains when the record is deleted.
  record_id uuid not null,
  data jsonb not null,
  -- Several changes of one record in a transaction are one event. The ids of transactions start low
  -- again in a restored database, so that their start is a part of the key.
  tx xid8 not null default pg_current_xact_id(),
  transaction_started_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  constraint webhook_event__once_per_transaction unique (store_id, record_id, type, tx,
    transaction_started_at)
);
comment on table webhook_event is 'Erasure of a customer
delete: data
not personal: type';
create index webhook_event__created on webhook_event (created_at);
alter table webhook_event enable row level security, force row level security;
create policy own_store on webhook_event
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on webhook_event to current_user using (true) with check (true);
grant select, insert, update, delete on webhook_event to storewright_app;

-- An event to one webhook. A delivery that staff repeat is another row.
create table webhook_delivery (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  webhook_id uuid not null,
  event_id uuid not null,
  is_manual boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Started ones: a process that dies while it sends has used one.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Of the last attempt.
  response_status integer,
  response text not null default '',
  error text not null default '',
  duration_ms integer,
  last_attempt_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, event_id) references webhook_event on delete cascade,
  foreign key (store_id, webhook_id) references webhook on delete cascade
);
comment on table webhook_delivery is 'Erasure of a customer
remain: response error
not personal: status';
create index webhook_delivery__due on webhook_delivery (next_attempt_at) where status = 'waiting';
create index webhook_delivery__newest on webhook_delivery
  (store_id, webhook_id, created_at desc, id desc);
create index webhook_delivery__event on webhook_delivery (store_id, event_id);
-- By turn, not by time alone: a backlog of one webhook does not delay the others.
create index webhook_delivery__queue on webhook_delivery (store_id, webhook_id, next_attempt_at)
  where status = 'waiting';
alter table webhook_delivery enable row level security, force row level security;
create policy own_store on webhook_delivery
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on webhook_delivery to current_user using (true) with check (true);
grant select, insert, update, delete on webhook_delivery to storewright_app;
