-- A page that a person pinned. It ends with the membership.
create table bookmark (
  store_id uuid not null default current_store(),
  id uuid not null default new_id(),
  person_id uuid not null default current_person(),
  title text not null check (title <> ''),
  -- A path of the back office, never another host.
  path text not null check (path ~ '^/[^/\\]'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (person_id, store_id) references membership on delete cascade
);
comment on table bookmark is 'Erasure of a customer
delete: title path';
create unique index bookmark__path__taken on bookmark (store_id, person_id, path);
create index bookmark__position on bookmark (store_id, person_id, position, id);
alter table bookmark enable row level security, force row level security;
create policy own_bookmark on bookmark
  using (store_id = current_store() and person_id = current_person())
  with check (store_id = current_store() and person_id = current_person());
create policy owner_erasure on bookmark to current_user
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on bookmark to storewright_app;

-- A saved view of a list.
create table list_view (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person() references person on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  -- The query of the URL: search, filters, order and page size.
  query jsonb not null default '{}',
  -- Null: the view leaves the columns to each person.
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  is_shared boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table list_view is 'Erasure of a customer
remain: query
not personal: list name columns density';
create unique index list_view__name__taken on list_view (store_id, list, person_id, lower(name));
select belongs_to_store('list_view', '{updated_at}');
-- No other person sees a view that is not shared.
create policy own_or_shared on list_view as restrictive to storewright_app
  using (is_shared or person_id = current_person())
  with check (is_shared or person_id = current_person());

-- The columns of one person in one list, or in one view of it. Not audited.
create table list_layout (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person() references person on delete cascade,
  list text not null,
  -- Null for the list itself.
  view_id uuid,
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  -- The view that the list opens with.
  default_view_id uuid,
  primary key (store_id, id),
  foreign key (store_id, default_view_id)
    references list_view on delete set null (default_view_id),
  foreign key (store_id, view_id) references list_view on delete cascade,
  constraint list_layout__person unique nulls not distinct (store_id, person_id, list, view_id)
);
comment on table list_layout is 'Erasure of a customer
not personal: list columns density';
create index list_layout__view on list_layout (store_id, view_id) where view_id is not null;
create index list_layout__default on list_layout (store_id, default_view_id)
  where default_view_id is not null;
alter table list_layout enable row level security, force row level security;
create policy own_layout on list_layout
  using (store_id = current_store() and person_id = current_person())
  with check (store_id = current_store() and person_id = current_person());
grant select, insert, update, delete on list_layout to storewright_app;
