create table discount (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  -- In capitals. Empty for a discount that applies by itself.
  code text not null default '',
  -- The number of rows in `discount_code`. A discount with codes does not apply without one.
  code_count integer not null default 0,
  kind text not null default 'percentage'
    check (kind in ('percentage', 'amount', 'free_shipping', 'buy_get')),
  percentage numeric(5,2) not null default 0 check (percentage between 0 and 100),
  amount bigint not null default 0 check (amount >= 0),
  -- Of `buy_quantity` + `get_quantity` units, the cheapest `get_quantity` are reduced by
  -- `percentage`.
  buy_quantity integer not null default 1 check (buy_quantity > 0),
  get_quantity integer not null default 1 check (get_quantity > 0),
  scope text not null default 'order' check (scope in ('order', 'products', 'categories')),
  products uuid[] not null default '{}',
  categories uuid[] not null default '{}',
  minimum_amount bigint not null default 0 check (minimum_amount >= 0),
  minimum_quantity integer not null default 0 check (minimum_quantity >= 0),
  -- Customers with one of these tags get the discount. Without tags, every customer does.
  customer_tags text[] not null default '{}',
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  limit_per_customer integer check (limit_per_customer > 0),
  combines_with text[] not null default '{}' check (combines_with <@ '{product,order,shipping}'),
  is_active boolean not null default true,
  -- The orders with the discount, without canceled ones.
  used_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table discount is 'Erasure of a customer
not personal: name code kind scope customer_tags combines_with';
create unique index discount__code__taken on discount (store_id, code) where code <> '';
create index discount__automatic on discount (store_id) where code = '' and is_active;
create index discount__newest on discount (store_id, created_at, id);
create index discount__name on discount (store_id, lower(name), id);
create index discount__starts on discount (store_id, starts_at) where is_active;
create index discount__ends on discount (store_id, ends_at) where is_active and ends_at is not null;
create index discount__used_count on discount (store_id, used_count, id);
select belongs_to_store('discount', '{version,updated_at,used_count}');

-- Codes that are used once each. Their number is part of the discount, whose change is audited.
create table discount_code (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  discount_id uuid not null,
  code text not null,
  -- Whether an order that is not canceled has the code.
  is_used boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, discount_id) references discount on delete cascade,
  constraint discount_code__code__taken unique (store_id, code)
);
comment on table discount_code is 'Erasure of a customer
not personal: code';
create index discount_code__discount on discount_code (store_id, discount_id, code);
alter table discount_code enable row level security, force row level security;
create policy own_store on discount_code
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on discount_code to storewright_app;
