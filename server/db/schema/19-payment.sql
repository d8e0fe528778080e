create table payment_method (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('cash_on_delivery', 'bank_transfer', 'cash_at_pickup', 'other',
    'stripe', 'mollie')),
  name text not null,
  -- Shoppers see them after the order, such as where to send the money.
  instructions text not null default '',
  -- The account of a bank transfer. Empty if the instructions describe it.
  account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  transfer_reference text not null default '',
  enabled boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table payment_method is 'Erasure of a customer
not personal: kind name instructions account_holder iban bic transfer_reference';
create unique index payment_method__name__taken on payment_method (store_id, lower(name));
select belongs_to_store('payment_method', '{version,updated_at}');
create policy storefront on payment_method as restrictive for select to storewright_storefront
  using (enabled);
grant select (
  store_id, id, kind, name, enabled, position
) on payment_method to storewright_storefront;

-- A refund. Its money is in rows of `payment` and `payment_refund`, its units in `refund_line`.
create table refund (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  reason text not null check (reason in ('returned', 'damaged', 'wrong_item', 'not_delivered',
    'out_of_stock', 'price_adjustment', 'goodwill', 'duplicate', 'other')),
  note text not null default '',
  shipping bigint not null default 0 check (shipping >= 0),
  extra bigint not null default 0 check (extra >= 0),
  fee bigint not null default 0 check (fee >= 0),
  -- The lines, the shipping and the extra amount without the fee.
  amount bigint not null check (amount >= 0),
  -- The tax that the amount contains.
  tax bigint not null default 0 check (tax >= 0),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
comment on table refund is 'Erasure of a customer
empty: note
not personal: reason';
create index refund__order on refund (store_id, order_id, id);
select belongs_to_store('refund');

create table refund_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  refund_id uuid not null,
  line_id uuid not null,
  quantity integer not null check (quantity >= 0),
  amount bigint not null check (amount >= 0),
  tax bigint not null check (tax >= 0),
  units text not null check (units in ('restock', 'write_off', 'keep')),
  primary key (store_id, id),
  foreign key (store_id, refund_id) references refund on delete cascade,
  foreign key (store_id, line_id) references order_line on delete cascade
);
comment on table refund_line is 'Erasure of a customer
not personal: units';
create index refund_line__refund on refund_line (store_id, refund_id);
create index refund_line__line on refund_line (store_id, line_id);
select belongs_to_store('refund_line');

create table payment (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  kind text not null check (kind in ('payment', 'refund')),
  method text not null default 'other'
    check (method in ('cod', 'cash', 'bank', 'card', 'wallet', 'other')),
  amount bigint not null check (amount > 0),
  reference text not null default '',
  note text not null default '',
  at timestamptz not null default now(),
  -- Of an online payment, with its id at the provider.
  provider text not null default '',
  provider_payment_id text not null default '',
  refund_id uuid,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, refund_id) references refund on delete cascade
);
comment on table payment is 'Erasure of a customer
empty: reference note
not personal: kind method provider provider_payment_id';
create index payment__order on payment (store_id, order_id, id);
-- No payment is recorded twice.
create unique index payment__provider on payment (store_id, provider, provider_payment_id)
  where kind = 'payment' and provider <> '';
select belongs_to_store('payment');

-- The account of a store at a payment provider.
create table payment_account (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  provider text not null check (provider in ('stripe', 'mollie')),
  -- The key and the signing secret of the webhooks, encrypted.
  secret bytea not null,
  hint text not null,
  is_test boolean not null,
  -- The webhook that Storewright created at the provider.
  webhook_id text not null default '',
  -- The provider refused the key, or its webhook is missing, so that shoppers cannot pay.
  is_failing boolean not null default false,
  -- The account at Stripe Connect that the platform of the operator charges for.
  connected_account text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint payment_account__provider unique (store_id, provider)
);
comment on table payment_account is 'Erasure of a customer
not personal: provider secret hint webhook_id connected_account';
create index payment_account__connected on payment_account (connected_account)
  where connected_account is not null;
select belongs_to_store('payment_account', '{
  webhook_id,updated_at,is_failing,connected_account
}');
create policy registry on payment_account for select to current_user using (true);

-- A payment at a provider: of a sale, or of the open amount of an order.
create table payment_session (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  sale_id uuid,
  order_id uuid,
  provider text not null check (provider in ('stripe', 'mollie')),
  -- The ids of the provider. That of the payment is known when it is paid.
  session_id text,
  payment_id text,
  -- The page of the provider.
  url text not null default '',
  amount bigint not null check (amount > 0),
  currency text not null,
  language text not null default '',
  -- `late`: paid when nothing is left to pay for, to be refunded. `mismatched`: another amount was
  -- paid.
  state text not null default 'opening'
    check (state in ('opening', 'open', 'processing', 'paid', 'failed', 'expired', 'late',
      'refunded', 'mismatched')),
  expires_at timestamptz not null,
  -- The next time to ask the provider for the state.
  check_at timestamptz not null,
  -- Since when the state of the provider could not be stored. The job tries again.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, sale_id) references sale on delete cascade,
  foreign key (store_id, order_id) references "order" on delete cascade,
  constraint payment_session__provider unique (store_id, provider, session_id),
  check (num_nonnulls(sale_id, order_id) = 1)
);
comment on table payment_session is 'Erasure of a customer
not personal: provider session_id payment_id url currency language state';
create unique index payment_session__sale on payment_session (store_id, sale_id)
  where sale_id is not null;
create index payment_session__order on payment_session (store_id, order_id)
  where order_id is not null;
-- An order is paid by one payment at a time.
create unique index payment_session__open on payment_session (store_id, order_id)
  where order_id is not null and state in ('opening', 'open', 'processing');
create index payment_session__due on payment_session (check_at)
  where state in ('opening', 'open', 'processing', 'late');
alter table payment_session enable row level security, force row level security;
create policy own_store on payment_session
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on payment_session to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on payment_session to storewright_app;

-- Refunds of online payments. The provider returns the money, which can take days and can fail. A
-- refund that has succeeded is also a row of the payments.
create table payment_refund (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  -- The payment that is returned.
  payment_id uuid not null,
  provider text not null check (provider in ('stripe', 'mollie')),
  -- Empty until it is known.
  provider_refund_id text not null default '',
  amount bigint not null check (amount > 0),
  note text not null default '',
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  refund_id uuid,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, refund_id) references refund on delete cascade,
  foreign key (store_id, payment_id) references payment on delete cascade
);
comment on table payment_refund is 'Erasure of a customer
empty: note
not personal: provider provider_refund_id state';
create unique index payment_refund__provider on payment_refund
  (store_id, provider, provider_refund_id) where provider_refund_id <> '';
create index payment_refund__order on payment_refund (store_id, order_id);
create index payment_refund__payment on payment_refund (store_id, payment_id);
create index payment_refund__pending on payment_refund (checked_at) where state = 'pending';
select belongs_to_store('payment_refund', '{checked_at}');
create policy owner_cleanup on payment_refund for select to current_user using (true);
