-- Files of orders: photos of shoppers with their returns, attachments of staff, and labels of parcels.
-- The bytes are on the disk.
create table order_file (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  purpose text not null check (purpose in ('return_photo', 'attachment', 'label')),
  return_id uuid,
  parcel_id uuid,
  file_name text not null,
  content_type text not null check (content_type in ('image/webp', 'image/jpeg', 'image/png',
    'image/gif', 'application/pdf', 'text/plain')),
  bytes integer not null check (bytes > 0),
  -- SHA-256, in hexadecimal digits.
  digest text not null,
  file_key text not null,
  -- Null: the shopper, or an API key.
  person_id uuid default current_person(),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, return_id) references order_return on delete cascade,
  foreign key (store_id, parcel_id) references fulfillment on delete cascade,
  check (case purpose
    when 'return_photo' then return_id is not null
    when 'label' then num_nonnulls(return_id, parcel_id) > 0
    else num_nonnulls(return_id, parcel_id) = 0
  end)
);
comment on table order_file is 'Erasure of a customer
by record: order_id
delete: file_name
not personal: purpose content_type digest
hidden: file_key';
create index order_file__order on order_file (store_id, order_id, id);
create index order_file__return on order_file (store_id, return_id) where return_id is not null;
create index order_file__parcel on order_file (store_id, parcel_id) where parcel_id is not null;
select belongs_to_store('order_file');
-- The function file replaces it.
create function enqueue_file_deletion() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger enqueue_file_deletion after delete on order_file referencing old table as deleted_file
  for each statement execute function enqueue_file_deletion();
