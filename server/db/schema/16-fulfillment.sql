create table fulfillment (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  number text not null default '',
  status text not null default 'shipped' check (status in ('packed', 'shipped', 'delivered', 'lost', 'cancelled')),
  carrier text not null default '',
  tracking_number text not null default '',
  -- Without the spaces and hyphens that carriers print. A column, because row security keeps an index on
  -- an expression from being used.
  folded_tracking text not null generated always as (lower(translate(tracking_number, ' -', ''))) stored,
  tracking_url text not null default '',
  -- [{ line, quantity }]: the units of order lines in the parcel.
  lines jsonb not null default '[]',
  service text not null default '',
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
not personal: number status carrier lines service';
create index fulfillment__order on fulfillment (store_id, order_id, id);
create index fulfillment__tracking on fulfillment (store_id, folded_tracking)
  where folded_tracking <> '';
select belongs_to_store('fulfillment', '{folded_tracking}');

-- Returns that shoppers request on the page of their order.
create table order_return (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  status text not null default 'requested' check (status in ('requested', 'accepted', 'declined')),
  reason text not null default '',
  -- [{ line, quantity }]: the units of order lines.
  lines jsonb not null,
  -- The message of the seller to the shopper.
  answer text not null default '',
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
comment on table order_return is 'Erasure of a customer
by record: order_id
empty: reason answer
not personal: status lines';
create index order_return__order on order_return (store_id, order_id);
select belongs_to_store('order_return');
create trigger update_return_status after insert or delete or update of status on order_return
  for each row execute function update_return_status();

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
