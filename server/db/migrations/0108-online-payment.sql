-- The order of a cart while its shopper pays on the page of a provider. Its units and discounts are taken. They come
-- back if it ends without an order.
create table checkout (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  cart_hash bytea not null,
  state text not null default 'open' check (state in ('open', 'ordered', 'released')),
  -- The order that will be created.
  frozen jsonb not null,
  -- Of the form and the cart. A form that is sent twice finds its checkout.
  content_hash bytea not null,
  order_id uuid,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete set null (order_id)
);
create unique index checkout__open on checkout (business_id, cart_hash) where state = 'open';
create index checkout__order on checkout (business_id, order_id) where order_id is not null;
create index checkout__old on checkout (created_at) where state <> 'open';

-- A payment at a provider: of a checkout, or of the open amount of an order.
create table payment_session (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  checkout_id uuid,
  order_id uuid,
  provider text not null check (provider in ('stripe', 'mollie')),
  -- The ids of the provider. The id of the payment is known when it is paid.
  session_id text,
  payment_id text,
  -- The page of the provider.
  url text not null default '',
  amount bigint not null check (amount > 0),
  currency text not null,
  language text not null default '',
  -- `late`: paid after the end of the checkout, to be refunded.
  state text not null default 'opening'
    check (state in ('opening', 'open', 'processing', 'paid', 'failed', 'expired', 'late', 'refunded')),
  expires_at timestamptz not null,
  -- The next time to ask the provider for the state.
  check_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, checkout_id) references checkout (business_id, id) on delete cascade,
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade,
  check (num_nonnulls(checkout_id, order_id) = 1),
  constraint payment_session__provider unique (business_id, provider, session_id)
);
create unique index payment_session__checkout on payment_session (business_id, checkout_id)
  where checkout_id is not null;
create index payment_session__order on payment_session (business_id, order_id) where order_id is not null;
-- An order is paid by one payment at a time.
create unique index payment_session__open on payment_session (business_id, order_id)
  where order_id is not null and state in ('opening', 'open', 'processing');
create index payment_session__due on payment_session (check_at) where state in ('opening', 'open', 'processing', 'late');

-- Both are not audited: the orders and payments that follow from them are.
do $do$ declare t text; begin
  foreach t in array array['checkout', 'payment_session'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_business on %I
      using (business_id = current_business()) with check (business_id = current_business())', t);
    -- For the functions that find due rows and delete old ones of every store.
    execute format('create policy owner_cleanup on %I to %I using (true)
      with check (business_id = current_business())', t, current_user);
    execute format('grant select, insert, update, delete on %I to storewright_app', t);
  end loop;
end $do$;

create function list_due_payments(max_count integer) returns table (business_id uuid, id uuid)
language sql as 'select null::uuid, null::uuid';
create function delete_old_checkouts(max_count integer) returns integer language sql as 'select 0';

-- Adds kinds of notifications to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s)
      or kind in (''payment_failed'', ''payment_late''))',
    substring(present from '^CHECK (.*)$'));
end $$;
