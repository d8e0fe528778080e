create table fulfillment (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  number text not null default '',
  status text not null default 'shipped' check (status in ('packed', 'shipped', 'delivered', 'lost', 'cancelled')),
  carrier text not null default '',
  folded_carrier text not null generated always as (lower(carrier)) stored,
  tracking_number text not null default '',
  -- Without the spaces and hyphens that carriers print. A column, because row security keeps an index on
  -- an expression from being used.
  folded_tracking text not null generated always as (lower(translate(tracking_number, ' -', ''))) stored,
  tracking_url text not null default '',
  -- [{ line, quantity }]: the units of order lines in the parcel.
  lines jsonb not null default '[]',
  service text not null default '',
  -- The packaging, such as "Small box, 20 × 15 × 10 cm".
  box text not null default '',
  -- In grams.
  weight integer,
  -- The price that the carrier charges the store.
  postage bigint check (postage >= 0),
  note text not null default '',
  created_at timestamptz not null default now(),
  shipped_at timestamptz,
  delivered_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
comment on table fulfillment is 'Erasure of a customer
by record: order_id
empty: tracking_number tracking_url note
not personal: number status carrier lines service box';
create index fulfillment__order on fulfillment (store_id, order_id, id);
create index fulfillment__tracking on fulfillment (store_id, folded_tracking)
  where folded_tracking <> '';
create index fulfillment__carrier on fulfillment (store_id, folded_carrier, order_id)
  where folded_carrier <> '';
create index fulfillment__box on fulfillment (store_id, id) where box <> '';
select belongs_to_store('fulfillment', '{folded_tracking,folded_carrier}');
create trigger cancel_label after update of status on fulfillment
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled')
  execute function cancel_label_of_parcel();

-- Returns and claims that shoppers request on the page of their order, or staff. The units of a claim were
-- broken, wrong or lost, and are not sent back.
create table order_return (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  number text not null default '',
  kind text not null default 'return' check (kind in ('return', 'claim')),
  status text not null default 'requested' check (status in ('requested', 'accepted', 'declined',
    'in_transit', 'received', 'settled', 'canceled')),
  -- Other or equal units, or their price; `any` leaves it to the store.
  wish text not null default 'any'
    check (wish in ('refund', 'exchange', 'any', 'replacement')),
  -- The text of the person who requested it.
  reason text not null default '',
  -- The message of the seller to the shopper.
  answer text not null default '',
  decided_at timestamptz,
  -- The last day on which the customer sends the units back. Null without a deadline.
  send_back_by date,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
alter table "order" no force row level security;
alter table "order" add foreign key (store_id, return_id) references order_return
  on delete set null (return_id);
alter table "order" force row level security;
comment on table order_return is 'Erasure of a customer
by record: order_id
empty: reason answer
not personal: number kind status wish';
create index order_return__order on order_return (store_id, order_id);
create index order_return__created on order_return (store_id, created_at desc, id desc);
create index order_return__status on order_return (store_id, status, created_at desc, id desc);
create index order_return__late on order_return (store_id, created_at desc, id desc)
  include (send_back_by)
  where kind = 'return' and status = 'accepted' and send_back_by is not null;
select belongs_to_store('order_return');
create trigger update_return_status after insert or delete or update of status on order_return
  for each row execute function update_return_status();
create trigger update_claim_status after update of status on "order" for each row
  when (new.return_id is not null and (old.status = 'cancelled') <> (new.status = 'cancelled'))
  execute function update_claim_status();
create constraint trigger webhook_inserted after insert on order_return deferrable initially deferred
  for each row execute function enqueue_webhook_event('return.created');
create constraint trigger webhook_updated after update on order_return deferrable initially deferred
  for each row when (old.* is distinct from new.*)
  execute function enqueue_webhook_event('return.updated');

-- Units of an order line that come back. Damaged and restocked ones are among the received ones.
create table order_return_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  return_id uuid not null,
  line_id uuid not null,
  quantity integer not null check (quantity > 0),
  reason text not null default 'other' check (reason in ('unwanted', 'wrong_size', 'defective',
    'wrong_item', 'not_as_described', 'late', 'other', 'damaged', 'not_delivered')),
  received_quantity integer not null default 0 check (received_quantity >= 0),
  damaged_quantity integer not null default 0,
  restocked_quantity integer not null default 0,
  missing_quantity integer not null default 0 check (missing_quantity >= 0),
  primary key (store_id, id),
  foreign key (store_id, return_id) references order_return on delete cascade,
  foreign key (store_id, line_id) references order_line on delete cascade,
  check (received_quantity + missing_quantity <= quantity),
  check (damaged_quantity between 0 and received_quantity),
  check (restocked_quantity between 0 and received_quantity)
);
comment on table order_return_line is 'Erasure of a customer
not personal: reason';
create index order_return_line__return on order_return_line (store_id, return_id);
create index order_return_line__line on order_return_line (store_id, line_id);
select belongs_to_store('order_return_line');
create constraint trigger webhook_updated after update on order_return_line
  deferrable initially deferred for each row when (old.* is distinct from new.*)
  execute function enqueue_webhook_event('return.updated', 'order_return');

-- Files of orders: photos of shoppers with their returns and reviews, attachments of staff, and labels of parcels
-- and of returns.
-- The bytes are on the disk.
create table order_file (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  purpose text not null check (purpose in ('return_photo', 'review_photo', 'attachment', 'label')),
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
  review_id uuid,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, return_id) references order_return on delete cascade,
  foreign key (store_id, parcel_id) references fulfillment on delete cascade,
  check (case purpose
    when 'return_photo' then return_id is not null and review_id is null
    when 'review_photo' then review_id is not null and num_nonnulls(return_id, parcel_id) = 0
    when 'label' then num_nonnulls(return_id, parcel_id) > 0 and review_id is null
    else num_nonnulls(return_id, parcel_id, review_id) = 0
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
create index order_file__review on order_file (store_id, review_id) where review_id is not null;
select belongs_to_store('order_file');
create trigger enqueue_file_deletion after delete on order_file referencing old table as deleted_file
  for each statement execute function enqueue_file_deletion();

-- The withdrawal from the contract of an order, as its shopper stated it.
create table order_withdrawal (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  constraint order_withdrawal__order unique (store_id, order_id)
);
comment on table order_withdrawal is 'Erasure of a customer
by record: order_id
empty: name email';
select belongs_to_store('order_withdrawal');

-- The paper on which a store prints each document of an order. Null: that of the country of the store.
create table order_paper_setting (
  store_id uuid primary key default current_store() references store on delete cascade,
  packing_slip text check (packing_slip in ('A4', 'Letter', 'A6', 'roll')),
  delivery_note text check (delivery_note in ('A4', 'Letter', 'A6', 'roll')),
  receipt text check (receipt in ('A4', 'Letter', 'A6', 'roll')),
  updated_at timestamptz not null default now()
);
comment on table order_paper_setting is 'Erasure of a customer
not personal: packing_slip delivery_note receipt';
select belongs_to_store('order_paper_setting', '{updated_at}');

-- A file with a document of several orders, which a job writes. Rows live for an hour.
create table order_print (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- Only this user downloads the file. Null: an API key.
  person_id uuid default current_person(),
  document text not null check (document in ('packingSlip', 'deliveryNote', 'receipt', 'invoice',
    'creditNote')),
  format text not null check (format in ('A4', 'Letter', 'A6', 'roll')),
  order_ids uuid[] not null check (order_ids <> '{}'),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  printed_count integer not null default 0,
  -- The selected orders without the document.
  skipped_count integer not null default 0,
  content bytea,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  check ((status = 'done') = (content is not null))
);
comment on table order_print is 'Erasure of a customer
statement: content
not personal: document format status';
create index order_print__created on order_print (created_at);
alter table order_print enable row level security, force row level security;
create policy own_store on order_print
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on order_print to current_user using (true) with check (true);
grant select, insert, update, delete on order_print to storewright_app;

-- A link by which a person without an account picks and packs orders. Only the hash of its token is
-- stored.
create table packer_link (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null check (name <> ''),
  token_hash bytea not null,
  order_ids uuid[] not null check (order_ids <> '{}'),
  -- { line: { order, title, variantTitle, quantity } }: the picked units that are in no parcel yet. Their line
  -- can be deleted before they are put back.
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

-- Requests for the labels of parcels. The id is the key by which the service detects that a request is
-- repeated, so that it charges one label. A parcel has one request that is not canceled.
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
  -- Null until the label is stored. Staff can replace the number of the parcel.
  tracking_number text,
  service_name text not null default '',
  service_url text not null default '',
  -- The state of the cancellation at the service. Null: the label is not canceled.
  cancellation text check (cancellation in ('pending', 'done', 'refused')),
  primary key (store_id, id),
  foreign key (store_id, parcel_id) references fulfillment on delete cascade
);
comment on table label_request is 'Erasure of a customer
not personal: digest label_id tracking_number service_name service_url cancellation';
create unique index label_request__active on label_request (store_id, parcel_id)
  where cancellation is null;
create index label_request__parcel on label_request (store_id, parcel_id);
alter table label_request enable row level security, force row level security;
create policy own_store on label_request
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on label_request to storewright_app;
