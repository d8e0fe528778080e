alter table installation add column email_hash_key bytea not null
  default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- A suppressed address whose customer was erased: only its keyed hash remains (suppression_hash). Staff do not
-- see it. Rows never change, so they are not audited.
create table erased_suppression (
  store_id uuid not null default current_store() references store on delete cascade,
  email_hash bytea not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complaint', 'manual')),
  created_at timestamptz not null default now(),
  primary key (store_id, email_hash)
);
comment on table erased_suppression is 'Erasure of a customer
remain: email_hash
not personal: reason';
alter table erased_suppression enable row level security, force row level security;
create policy own_store on erased_suppression
  using (store_id = current_store()) with check (store_id = current_store());
grant select on erased_suppression to storewright_app;
