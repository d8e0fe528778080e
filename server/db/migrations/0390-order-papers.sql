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
  document text not null check (document in ('packingSlip', 'invoice')),
  format text not null check (format in ('A4', 'Letter', 'A6', 'roll')),
  order_ids uuid[] not null check (order_ids <> '{}'),
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  printed_count integer not null default 0,
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
