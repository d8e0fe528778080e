-- The words of records, folded, for the search and for the correction of terms. In the order of
-- their bytes, so that words with the same beginning are one range.
create table search_word (
  store_id uuid not null default current_store(),
  entity text collate "C" not null
    check (entity in ('product', 'order', 'customer', 'category', 'invoice', 'conversation')),
  word text collate "C" not null,
  id uuid not null,
  primary key (store_id, entity, word, id)
);
comment on table search_word is 'Erasure of a customer
derived: word
not personal: entity';
alter table search_word enable row level security, force row level security;
create policy own_store on search_word
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_read on search_word for select to current_user using (true);
-- Expired conversations of every store are deleted with their words.
create policy owner_delete on search_word for delete to current_user using (true);
-- Terms are corrected only to words of products that the caller can see: nearest_search_words().
create policy storefront on search_word as restrictive for select to storewright_storefront
  using (entity = 'product');
grant select, insert, delete on search_word to storewright_app;
grant select on search_word to storewright_storefront;

-- The rest of each word of a store from its second letter on, from its third and so on, so that the words
-- with a part inside them are one range. Without numbers and emails. Rows are derived, so they are not
-- audited.
create table search_part (
  store_id uuid not null default current_store() references store on delete cascade,
  entity text collate "C" not null,
  part text collate "C" not null,
  word text collate "C" not null,
  id uuid not null default new_id(),
  primary key (store_id, entity, part, word, id)
);
comment on table search_part is 'Erasure of a customer
statement: part word
not personal: entity';
alter table search_part enable row level security, force row level security;
create policy own_store on search_part
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on search_part to current_user
  using (true) with check (store_id = current_store());
-- The words of drafts are among them. Row security hides drafts from shoppers.
create policy storefront on search_part as restrictive for select to storewright_storefront
  using (entity = 'product');
grant select, insert on search_part to storewright_app;
grant select on search_part to storewright_storefront;

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

-- What the search of a store does with some terms. A deleted product stays in the lists and is skipped.
create table search_rule (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  terms text[] not null,
  pinned_products uuid[] not null default '{}',
  hidden_products uuid[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table search_rule is 'Erasure of a customer
not personal: terms';
select belongs_to_store('search_rule', '{version,updated_at}');
grant select (
  store_id, id, terms, pinned_products, hidden_products
) on search_rule to storewright_storefront;
create trigger storefront_inserted after insert or delete on search_rule for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on search_rule for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();
