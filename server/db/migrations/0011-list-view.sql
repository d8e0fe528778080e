-- How people work with lists: what they look at often, under a name, and how the columns stand.

create table list_view (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person() references person on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  -- What stands in the address bar: search, filters, order and page size.
  query jsonb not null default '{}',
  -- Null where the view leaves the columns to whoever looks.
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  is_shared boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index list_view__name__taken on list_view (business_id, list, person_id, lower(name));
select belongs_to_business('list_view', '{updated_at}');
-- A view that is not shared does not exist for anybody else, and nobody can take another's view back from the store.
create policy own_or_shared on list_view as restrictive
  using (is_shared or person_id = current_person()) with check (is_shared or person_id = current_person());

-- How one person wants one list, or one view of it, to look. A taste and no business of the store: not audited.
create table list_layout (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person() references person on delete cascade,
  list text not null,
  -- Null for the list itself.
  view_id uuid,
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  -- Of the list itself alone: what it opens with.
  default_view_id uuid,
  primary key (business_id, id),
  constraint list_layout__one unique nulls not distinct (business_id, person_id, list, view_id),
  foreign key (business_id, view_id) references list_view (business_id, id) on delete cascade,
  foreign key (business_id, default_view_id) references list_view (business_id, id) on delete set null (default_view_id)
);
create index list_layout__view on list_layout (business_id, view_id) where view_id is not null;
create index list_layout__default on list_layout (business_id, default_view_id) where default_view_id is not null;
alter table list_layout enable row level security;
alter table list_layout force row level security;
create policy own_layout on list_layout using (business_id = current_business() and person_id = current_person())
  with check (business_id = current_business() and person_id = current_person());
grant select, insert, update, delete on list_layout to storewright_app;
