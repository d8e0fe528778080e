-- The products that a shopper wants to remember: of a browser without an account, which has its token
-- in a cookie, or of an email whose owner was signed in. Wish lists are neither audited nor announced,
-- like carts.
create table wish_list (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  token_hash bytea,
  email text not null default '',
  -- The name that readers of the shared list see.
  share_name text not null default '',
  -- The time since which the link of the shared list is valid. Null if it is not shared.
  shared_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint wish_list__token unique (store_id, token_hash),
  check ((token_hash is null) <> (email = ''))
);
comment on table wish_list is 'Erasure of a customer
by email: email
delete: token_hash email share_name';
create unique index wish_list__email on wish_list (store_id, email) where email <> '';
create index wish_list__old on wish_list (updated_at);
alter table wish_list enable row level security, force row level security;
create policy own_store on wish_list
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on wish_list to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on wish_list to storewright_app;

create table wish_list_item (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  wish_list_id uuid not null,
  product_id uuid not null,
  -- Null if the shopper has not chosen one.
  variant_id uuid,
  -- What the shopper saw when the product was added.
  price bigint not null,
  currency text not null,
  was_available boolean not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, wish_list_id) references wish_list on delete cascade,
  foreign key (store_id, product_id) references product on delete cascade,
  foreign key (store_id, variant_id) references variant on delete set null (variant_id),
  constraint wish_list_item__product unique (store_id, wish_list_id, product_id)
);
comment on table wish_list_item is 'Erasure of a customer
not personal: currency';
create index wish_list_item__product_id on wish_list_item (store_id, product_id);
create index wish_list_item__variant on wish_list_item (store_id, variant_id) where variant_id is not null;
alter table wish_list_item enable row level security, force row level security;
create policy own_store on wish_list_item
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on wish_list_item to storewright_app;

-- The list that a shopper without an account wants to keep.
alter table shopper_link add column wish_list_id uuid;
-- Checks the rows of all stores.
alter table shopper_link no force row level security;
alter table shopper_link add foreign key (store_id, wish_list_id) references wish_list
  on delete set null (wish_list_id);
alter table shopper_link force row level security;
create index shopper_link__wish_list on shopper_link (store_id, wish_list_id) where wish_list_id is not null;
