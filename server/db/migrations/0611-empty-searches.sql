-- A term that shoppers searched for without finding a product. Not audited, because shoppers change it.
create table empty_search (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  term text not null,
  count integer not null,
  last_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, term)
);
comment on table empty_search is 'Erasure of a customer
not personal: term';
create index empty_search__count on empty_search (store_id, count desc, id desc);
create index empty_search__last on empty_search (last_at);
alter table empty_search enable row level security, force row level security;
create policy own_store on empty_search
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on empty_search to current_user using (true) with check (true);
grant select, insert, update, delete on empty_search to storewright_app;
