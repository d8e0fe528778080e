-- The audit. Triggers write it; it is partitioned by month, and a job seals it into a chain
-- of hashes. The position of a row is (epoch, xid, id), so that transactions do not wait for each
-- other: the job seals the rows up to which every transaction has ended.
create table audit (
  id uuid not null default new_id(),
  at timestamptz not null default now(),
  store_id uuid not null,
  person_id uuid,
  request_id text,
  -- The table, or the entity of a security event.
  entity text not null,
  entity_id uuid,
  action text not null,
  before jsonb,
  after jsonb,
  xid xid8 not null default pg_current_xact_id(),
  -- Rises when the data moves to a server that counts its transactions from a lower number.
  epoch smallint not null default 0,
  ip text,
  -- The record that the row belongs to: the order of a line, the product of a variant.
  record_id uuid,
  -- The hash that the row had before the data of a person was erased from it, so that the seals
  -- still match.
  erased_digest bytea
) partition by range (at);
comment on table audit is 'Erasure of a customer
statement: before after ip
not personal: request_id entity action erased_digest';
-- The rows of a transaction have the same time, so an index stores it once for all of them. Without the
-- time, or with the id of the row, it would have several times the size.
create index audit__newest on audit (store_id, at);
create index audit__record on audit (store_id, record_id, at);
create index audit__person on audit (store_id, person_id, at) where person_id is not null;
-- Most rows have one of these entities and actions, so the newest of them are found without an index.
create index audit__entity on audit (store_id, entity, at)
  where entity <> all ('{order,order_line,order_event,payment,fulfillment}');
create index audit__action on audit (store_id, action, at) where action <> all ('{insert,update}');
create index audit__order on audit (epoch, xid);
alter table audit enable row level security, force row level security;
create policy own_store on audit
  using (store_id = current_store()) with check (store_id = current_store());
-- The role that serves requests cannot write: triggers and functions of the owner do.
create policy owner_erasure on audit to current_user
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_insert on audit for insert to current_user with check (true);
create policy owner_read on audit for select to current_user using (true);
grant select on audit to storewright_app;
create table audit_default partition of audit default;
select audit_create_months(3);

-- A seal of the rows after the previous seal, up to the position (epoch, xid, id).
create table audit_seal (
  seq bigint primary key,
  -- `archived`: rows of a month were moved into a file. `dropped`: a month was deleted at the end of its
  -- retention. The chain over its rows can still be verified.
  kind text not null check (kind in ('rows', 'archived', 'dropped')),
  epoch smallint not null,
  xid xid8 not null,
  id uuid not null,
  -- By month: { "2026-11": { "rows": 12, "hash": … } }, so that the rest can be verified without a
  -- month. The hash of an archived file is that of its lines.
  parts jsonb not null,
  sealed_at timestamptz not null default clock_timestamp(),
  -- Of the hash of the previous seal and the columns above.
  hash bytea not null
);
-- Few seals are of files and dropped months.
create index audit_seal__archived on audit_seal (seq) where kind <> 'rows';

-- When each epoch began.
create table audit_epoch (
  epoch smallint primary key,
  began_at timestamptz not null default now()
);
insert into audit_epoch (epoch) values (0);
