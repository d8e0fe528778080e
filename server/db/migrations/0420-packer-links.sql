-- A link by which a person without an account picks and packs orders. Only the hash of its token is
-- stored.
create table packer_link (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null check (name <> ''),
  token_hash bytea not null,
  order_ids uuid[] not null check (order_ids <> '{}'),
  -- The number of picked units that are in no parcel yet, by the id of their line.
  picked_units jsonb not null default '{}',
  -- The parcels that were packed with the link.
  parcel_ids uuid[] not null default '{}',
  created_by uuid default current_person() references person on delete set null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table packer_link is 'Erasure of a customer
not personal: name picked_units
hidden: token_hash';
create unique index packer_link__token on packer_link (token_hash);
create index packer_link__newest on packer_link (store_id, created_at desc, id desc);
create index packer_link__expired on packer_link (expires_at);
select belongs_to_store('packer_link', '{token_hash,picked_units,parcel_ids}');
create policy owner_delete on packer_link for delete to current_user using (true);
-- A link is found before its store is known.
create policy owner_read on packer_link for select to current_user using (true);
