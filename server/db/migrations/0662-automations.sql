create index order__delivered on "order" (store_id, delivered_at) where delivered_at is not null;

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
  state text not null default 'sending' check (state in ('sending', 'sent', 'failed', 'bounced')),
  reason text not null default '' check (reason in ('', 'refused', 'interrupted', 'bounced')),
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint automation_email__order unique (store_id, automation_id, order_id),
  foreign key (store_id, automation_id) references automation on delete cascade,
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table automation_email is 'Erasure of a customer
by email: email
delete: email
not personal: state reason';
create index automation_email__person on automation_email (store_id, email, created_at);
create index automation_email__result on automation_email (store_id, automation_id, created_at);
create index automation_email__cause on automation_email (store_id, order_id);
create index automation_email__customer on automation_email (store_id, customer_id) where customer_id is not null;
create index automation_email__old on automation_email (created_at);
alter table automation_email enable row level security, force row level security;
create policy own_store on automation_email
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on automation_email to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on automation_email to storewright_app;
