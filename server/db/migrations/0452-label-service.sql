-- The service that creates the labels of parcels over HTTP.
create table label_service (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null check (name <> ''),
  url text not null,
  -- Encrypted with a key of the installation.
  secret bytea not null,
  -- The last characters of the secret.
  hint text not null,
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint label_service__store unique (store_id)
);
comment on table label_service is 'Erasure of a customer
not personal: name url hint
hidden: secret';
select belongs_to_store('label_service', '{secret,updated_at}');

-- The last request for the label of a parcel. Its id is the key by which the service detects that a
-- request is repeated, so that it charges one label.
create table label_request (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  parcel_id uuid not null,
  -- SHA-256 of the request, in hexadecimal digits. Another request has another key.
  digest text not null,
  -- Until then, only the call that inserted or updated the row waits for the service.
  locked_until timestamptz not null,
  -- The id of the label at the service. Null until the label is stored.
  label_id text,
  primary key (store_id, id),
  constraint label_request__parcel unique (store_id, parcel_id),
  foreign key (store_id, parcel_id) references fulfillment on delete cascade
);
comment on table label_request is 'Erasure of a customer
not personal: digest label_id';
alter table label_request enable row level security, force row level security;
create policy own_store on label_request
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on label_request to storewright_app;
