-- The rows of a store are read and written only in a transaction of the store: that is the policy
-- `own_store`. `belongs_to_store` creates it, with the trigger `audit` and the privileges of
-- the role that serves requests. Tables that are not audited, or not entirely, create it
-- themselves. Policies to `current_user` let functions that run as the owner of the tables work for
-- every store. Policies named `storefront` limit the role that reads the pages of stores.

create table store (
  id uuid primary key default new_id(),
  name text not null,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) between 3 and 40),
  status text not null default 'draft' check (status in ('draft', 'live', 'paused', 'closed')),
  legal_name text not null default '',
  vat_id text not null default '',
  description text not null default '',
  email text not null default '',
  phone text not null default '',
  address jsonb not null default '{}',
  logo text not null default '',
  favicon text not null default '',
  currency char(3) not null default 'USD',
  timezone text not null default 'UTC',
  locale text not null default 'en',
  -- The other languages of the frame of the store's pages. The first one is the language of its
  -- locale.
  languages text[] not null default '{}',
  weight_unit text not null default 'kg' check (weight_unit in ('kg', 'g', 'lb', 'oz')),
  order_prefix text not null default '#',
  -- The optional steps before the fulfillment of an order that the back office offers.
  order_steps text[] not null default '{}' check (order_steps <@ '{confirmed,processing,ready}'),
  low_stock_threshold integer not null default 5,
  tax_included boolean not null default false,
  default_tax_rate numeric(6,3) not null default 0 check (default_tax_rate between 0 and 100),
  shipping_tax_rule text not null default 'highest'
    check (shipping_tax_rule in ('none', 'highest')),
  eu_tax_rule text not null default 'home' check (eu_tax_rule in ('home', 'destination')),
  -- When the seller said that the store charges no tax, such as a small business.
  untaxed_since timestamptz,
  -- Working days, holidays and shipping classes (contract/store/shipping-settings.ts).
  shipping_settings jsonb not null default '{}',
  shipping_settings_version integer not null default 1,
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table store is 'Erasure of a customer
not personal: name slug status legal_name vat_id description email phone address logo favicon
not personal: currency timezone locale languages weight_unit order_prefix order_steps
not personal: shipping_tax_rule eu_tax_rule shipping_settings';
create unique index store__slug__taken on store (slug);
alter table store enable row level security, force row level security;
create policy own_store on store
  using (id = current_store_or_null()) with check (id = current_store_or_null());
-- For is_slug_taken() and other functions that run as the owner.
create policy owner_read on store for select to current_user using (true);
create trigger audit after insert or update or delete on store for each row
  execute function audit_row('updated_at', 'version', 'shipping_settings_version');
grant select, insert, update on store to storewright_app;
grant select (
  id, name, slug, status, legal_name, vat_id, description, email, phone, address, logo, favicon,
  currency, timezone, locale, languages, weight_unit, tax_included, default_tax_rate,
  shipping_tax_rule, eu_tax_rule, shipping_settings, created_at
) on store to storewright_storefront;
create trigger enqueue_sales_rebuild after update of timezone on store for each row
  when (old.timezone <> new.timezone) execute function enqueue_sales_rebuild();
create trigger storefront_updated after update on store for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();

-- Whether a person sees the setup guide. Its progress is not stored: it is read from the store.
create table onboarding (
  store_id uuid not null default current_store() references store on delete cascade,
  person_id uuid not null references person on delete cascade,
  dismissed boolean not null default false,
  primary key (store_id, person_id)
);
select belongs_to_store('onboarding');

create table domain (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  domain text not null check (length(domain) <= 253),
  kind text not null default 'custom' check (kind in ('subdomain', 'custom')),
  status text not null default 'pending' check (status in ('pending', 'active', 'failed')),
  is_primary boolean not null default false,
  token text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
  records jsonb not null default '[]',
  last_error text not null default '',
  last_checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint domain__domain__taken unique (store_id, domain)
);
comment on table domain is 'Erasure of a customer
not personal: domain kind status records last_error
hidden: token';
-- Two stores can claim a host. Only one can verify it.
create unique index domain__domain__in_use on domain (domain) where status = 'active';
create unique index domain__is_primary__taken on domain (store_id) where is_primary;
select belongs_to_store('domain', '{last_checked_at}');
create policy owner_read on domain for select to current_user using (true);
grant select (store_id, domain, kind, status, is_primary) on domain to storewright_storefront;
create trigger keep_earlier_host after update of domain on domain for each row
  when (new.kind = 'subdomain' and old.domain is distinct from new.domain)
  execute function keep_earlier_store_host();
create trigger notification_domain after update of status on domain for each row
  when (new.status <> old.status and new.status in ('active', 'failed') and new.kind = 'custom')
  execute function add_domain_notification();
create trigger storefront_inserted after insert or delete on domain for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on domain for each row
  when (
    (old.domain, old.status, old.is_primary)
    is distinct from
    (new.domain, new.status, new.is_primary)
  ) execute function add_storefront_revision();

-- The hosts under which shoppers knew a store before its store handle changed. They redirect to the
-- current one, and no other store can have their store handles.
create table earlier_store_host (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  host text not null check (length(host) <= 253),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint earlier_store_host__host__taken unique (host)
);
comment on table earlier_store_host is 'Erasure of a customer
not personal: host';
create index earlier_store_host__handle on earlier_store_host (split_part(host, '.', 1));
select belongs_to_store('earlier_store_host');
create policy registry on earlier_store_host for select to current_user using (true);

-- The sender of a store's emails at its own domain. Emails come from the address only while all
-- records were found.
create table mail_domain (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  address text not null check (address ~ '^[^@\s]+@[^@\s]+$'),
  public_key text not null,
  -- The private key of the DKIM signature, encrypted.
  secret bytea not null,
  found_records text[] not null default '{}',
  is_verified boolean not null default false,
  last_checked_at timestamptz,
  primary key (store_id, id),
  constraint mail_domain__store unique (store_id)
);
comment on table mail_domain is 'Erasure of a customer
not personal: address public_key found_records
hidden: secret';
select belongs_to_store('mail_domain', '{last_checked_at}');
create policy registry on mail_domain for select to current_user using (true);

-- Changes that a store made to the emails to its shoppers. Emails without a row have the default
-- texts.
create table order_mail (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('received', 'changed', 'payment_request', 'paid',
    'payment_failed', 'shipped', 'tracking_updated', 'delivered', 'parcel_lost', 'parcel_canceled',
    'cancelled', 'refunded', 'return_requested', 'return_accepted', 'return_declined', 'return_in_transit',
    'return_received', 'return_settled', 'return_canceled', 'return_instructions',
    'claim_requested', 'claim_accepted', 'claim_declined', 'claim_settled', 'claim_canceled',
    'replacement', 'withdrawal', 'invoice', 'credit_note', 'new_order', 'order_notification')),
  is_enabled boolean not null default true,
  -- By language.
  templates jsonb not null default '{}',
  primary key (store_id, id),
  constraint order_mail__kind unique (store_id, kind)
);
comment on table order_mail is 'Erasure of a customer
not personal: kind
hidden: templates';
select belongs_to_store('order_mail');

-- The first response to a request with an Idempotency-Key, stored in the transaction of its effect.
create table idempotency (
  store_id uuid not null default current_store() references store on delete cascade,
  person_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (store_id, person_id, route, key)
);
comment on table idempotency is 'Erasure of a customer
not personal: route key body_hash response';
create index idempotency__created on idempotency (created_at);
alter table idempotency enable row level security, force row level security;
create policy own_store on idempotency
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on idempotency to current_user using (true) with check (true);
grant select, insert, update, delete on idempotency to storewright_app;
