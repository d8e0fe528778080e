-- A reduction of orders: by a code that shoppers enter, or without one.
create table discount (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  -- In capitals; empty for a discount that applies by itself.
  code text not null default '',
  kind text not null default 'percentage' check (kind in ('percentage', 'amount', 'free_shipping', 'buy_get')),
  percentage numeric(5, 2) not null default 0 check (percentage between 0 and 100),
  amount bigint not null default 0 check (amount >= 0),
  -- Of `buy_quantity` + `get_quantity` units, the cheapest `get_quantity` are reduced by `percentage`.
  buy_quantity integer not null default 1 check (buy_quantity > 0),
  get_quantity integer not null default 1 check (get_quantity > 0),
  scope text not null default 'order' check (scope in ('order', 'products', 'categories')),
  products uuid[] not null default '{}',
  categories uuid[] not null default '{}',
  minimum_amount bigint not null default 0 check (minimum_amount >= 0),
  minimum_quantity integer not null default 0 check (minimum_quantity >= 0),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  limit_per_customer integer check (limit_per_customer > 0),
  is_combinable boolean not null default false,
  is_active boolean not null default true,
  -- The live orders with the discount. Canceled orders do not count.
  used_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index discount__code__taken on discount (business_id, code) where code <> '';
create index discount__automatic on discount (business_id) where code = '' and is_active;
create index discount__newest on discount (business_id, created_at, id);
create index discount__name on discount (business_id, lower(name), id);
create index discount__used_count on discount (business_id, used_count, id);
select belongs_to_business('discount', '{version,updated_at,used_count}');

-- The discounts of an order as they were at the time of the order. The order is audited with its totals.
create table order_discount (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  discount_id uuid,
  name text not null,
  code text not null,
  amount bigint not null check (amount >= 0),
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade,
  foreign key (business_id, discount_id) references discount (business_id, id) on delete set null (discount_id)
);
create index order_discount__order on order_discount (business_id, order_id);
create index order_discount__discount on order_discount (business_id, discount_id);
alter table order_discount enable row level security;
alter table order_discount force row level security;
create policy own_business on order_discount
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on order_discount to storewright_app;

create function track_discount_uses() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger track_discount_uses after update of status on "order" for each row
  when ((old.status = 'cancelled') is distinct from (new.status = 'cancelled'))
  execute function track_discount_uses();
