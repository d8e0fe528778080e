-- The carts of shoppers, without an account. Only functions change them, for the holder of a token.
-- Carts are neither audited nor announced: they belong to shoppers, who change them often.
create table cart (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  token_hash bytea not null,
  note text not null default '',
  -- The entries of the form of the checkout, so that its page shows them again.
  checkout jsonb not null default '{}',
  -- A column, because row security keeps an index on an expression from being used.
  email text not null generated always as (lower(coalesce(checkout ->> 'email', ''))) stored,
  language text not null default '',
  -- The consent of the shopper to one email about the cart.
  reminder_consent_at timestamptz,
  -- The encrypted token of the cart, from which the email gets a link of its own.
  reminder_token bytea,
  reminder_sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint cart__token unique (store_id, token_hash)
);
comment on table cart is 'Erasure of a customer
by email: email
delete: token_hash note checkout language reminder_token';
create index cart__old on cart (updated_at);
create index cart__newest on cart (store_id, updated_at desc, id desc);
create index cart__email on cart (store_id, email, updated_at desc, id desc) where email <> '';
create index cart__reminder_due on cart (store_id, updated_at)
  where reminder_consent_at is not null and reminder_sent_at is null;
create index cart__reminded on cart (store_id, email, reminder_sent_at) where reminder_sent_at is not null;
alter table cart enable row level security, force row level security;
create policy own_store on cart
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on cart to current_user
  using (true) with check (store_id = current_store());
grant select, update, delete on cart to storewright_app;

-- A line keeps the names and the price that the shopper saw, so that the page of the cart can name
-- each change.
create table cart_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  cart_id uuid not null,
  variant_id uuid not null,
  title text not null,
  variant_title text not null default '',
  price bigint not null,
  -- Prices of different currencies are never compared. Empty for early lines.
  currency text not null default '',
  quantity integer not null check (quantity > 0),
  -- Above `quantity` after the quantity was reduced.
  asked_quantity integer not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, cart_id) references cart on delete cascade,
  constraint cart_line__variant unique (store_id, cart_id, variant_id),
  check (asked_quantity >= quantity)
);
comment on table cart_line is 'Erasure of a customer
not personal: title variant_title currency';
alter table cart_line enable row level security, force row level security;
create policy own_store on cart_line
  using (store_id = current_store()) with check (store_id = current_store());
grant select on cart_line to storewright_app;

-- A link that opens a cart in another browser. Its code is stored as a hash and encrypts the token
-- of the cart.
create table cart_link (
  store_id uuid not null default current_store() references store on delete cascade,
  cart_id uuid not null,
  kind text not null check (kind in ('device', 'reminder')),
  code_hash bytea not null,
  sealed_token bytea not null,
  expires_at timestamptz not null,
  primary key (store_id, cart_id, kind),
  foreign key (store_id, cart_id) references cart on delete cascade,
  constraint cart_link__code unique (store_id, code_hash)
);
comment on table cart_link is 'Erasure of a customer
delete: code_hash sealed_token
not personal: kind';
alter table cart_link enable row level security, force row level security;
create policy own_store on cart_link
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on cart_link to storewright_app;

-- The sale of a cart whose shopper pays on the page of a provider. Its units and discounts are taken
-- while it is held, and are returned if it ends without an order.
create table sale (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  cart_hash bytea not null,
  state text not null default 'held' check (state in ('held', 'paid', 'late')),
  -- Everything that the order needs.
  content jsonb not null,
  -- Of the form and the cart. A form that is sent twice finds its sale.
  form_hash bytea not null,
  order_id uuid,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete set null (order_id)
);
comment on table sale is 'Erasure of a customer
remove input.customer input.shippingAddress input.billingAddress input.customerNote input.checkoutAnswers: content
not personal: cart_hash state form_hash';
create unique index sale__held on sale (store_id, cart_hash) where state = 'held';
create index sale__order on sale (store_id, order_id) where order_id is not null;
create index sale__old on sale (created_at) where state <> 'held';
alter table sale enable row level security, force row level security;
create policy own_store on sale
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on sale to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on sale to storewright_app;

-- An email that the store sends by itself after an event of an order, to people who agreed to emails.
create table automation (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('review', 'second_order', 'win_back')),
  is_on boolean not null default false,
  -- Deliveries and orders from before this time send no email. The kind win_back compares the end of its delay.
  switched_on_at timestamptz not null default now(),
  delay_days integer not null check (delay_days between 1 and 730),
  -- The default text if empty.
  subject text not null default '',
  body text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint automation__kind unique (store_id, kind)
);
comment on table automation is 'Erasure of a customer
not personal: kind subject body';
select belongs_to_store('automation', '{switched_on_at,version,updated_at}');
-- For list_stores_with_automations().
create policy owner_read on automation for select to current_user using (true);

-- An email of an automation. A row is added before the email is handed over, so each order causes at
-- most one.
create table automation_email (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  automation_id uuid not null,
  order_id uuid not null,
  customer_id uuid,
  email text not null,
  state text not null default 'sending' check (state in ('sending', 'queued', 'sent', 'failed', 'bounced')),
  reason text not null default '' check (reason in ('', 'refused', 'interrupted', 'bounced')),
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  -- When a deferred email is sent again.
  retry_at timestamptz,
  primary key (store_id, id),
  constraint automation_email__order unique (store_id, automation_id, order_id),
  foreign key (store_id, automation_id) references automation on delete cascade,
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table automation_email is 'Erasure of a customer
by email: email
by record: customer_id
by record: order_id
delete: email
not personal: state reason';
create index automation_email__person on automation_email (store_id, email, created_at);
create index automation_email__result on automation_email (store_id, automation_id, created_at);
create index automation_email__cause on automation_email (store_id, order_id);
create index automation_email__customer on automation_email (store_id, customer_id) where customer_id is not null;
-- For find_marketing_store().
create index automation_email__id on automation_email (id);
create index automation_email__old on automation_email (created_at);
alter table automation_email enable row level security, force row level security;
create policy own_store on automation_email
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on automation_email to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on automation_email to storewright_app;
