-- The places to which a store delivers, and its rates there.
create table shipping_zone (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  -- Empty for the rest of the world.
  destinations jsonb not null default '[]',
  rates jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table shipping_zone is 'Erasure of a customer
not personal: name destinations rates';
create unique index shipping_zone__name__taken on shipping_zone (store_id, lower(name));
select belongs_to_store('shipping_zone', '{version,updated_at}');
grant select (store_id, id, destinations, rates) on shipping_zone to storewright_storefront;
-- Pages show when and for how much the store delivers.
create trigger storefront_changed after insert or update or delete on shipping_zone for each row
  execute function add_storefront_revision();

-- Goods that are taxed alike, with their rates by place and date in percent.
create table tax_class (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  -- The class of products without one. Every store has one.
  is_standard boolean not null default false,
  rates jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table tax_class is 'Erasure of a customer
not personal: name rates';
create unique index tax_class__name__taken on tax_class (store_id, lower(name));
create unique index tax_class__standard on tax_class (store_id) where is_standard;
select belongs_to_store('tax_class', '{version,updated_at}');
grant select (store_id, id, is_standard, rates) on tax_class to storewright_storefront;
-- Product pages say whether their prices include tax.
create trigger storefront_changed after insert or update or delete on tax_class for each row
  execute function add_storefront_revision();
