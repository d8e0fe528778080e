-- A theme that a store has activated or changed. It has one draft and up to 100 published versions.
-- Shoppers see the version that the active theme names.
create table theme (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null,
  code text not null,
  active boolean not null default false,
  -- Null for themes of the catalog. Duplicated and imported themes have one.
  name text,
  version_id uuid,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table theme is 'Erasure of a customer
not personal: code name';

create table theme_version (
  store_id uuid not null default current_store(),
  id uuid not null default new_id(),
  theme_id uuid not null,
  number integer not null,
  settings jsonb not null default '{}',
  -- Null for the sections that each theme starts with.
  templates jsonb,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, theme_id) references theme on delete cascade,
  unique (store_id, theme_id, id),
  unique (store_id, theme_id, number)
);
comment on table theme_version is 'Erasure of a customer
not personal: settings note
hidden: templates';
alter table theme add foreign key (store_id, id, version_id)
  references theme_version (store_id, theme_id, id) deferrable initially deferred;

create unique index theme__active__taken on theme (store_id) where active;
create unique index theme__code__taken on theme (store_id, code) where name is null;
select belongs_to_store('theme', '{version,updated_at}');
create policy storefront on theme as restrictive for select to storewright_storefront
  using (active);
grant select (store_id, id, code, active, version_id) on theme to storewright_storefront;
create trigger storefront_deleted after delete on theme for each row when (old.active)
  execute function add_storefront_revision();
create trigger storefront_inserted after insert on theme for each row when (new.active)
  execute function add_storefront_revision();
create trigger storefront_updated after update on theme for each row
  when (
    (old.active or new.active)
    and (old.active, old.version_id) is distinct from (new.active, new.version_id)
  ) execute function add_storefront_revision();

select belongs_to_store('theme_version');
revoke update on theme_version from storewright_app;
create policy storefront on theme_version as restrictive for select to storewright_storefront
  using (exists (
    select from theme t
    where t.store_id = theme_version.store_id and t.version_id = theme_version.id));
grant select (
  store_id, id, theme_id, settings, templates
) on theme_version to storewright_storefront;

-- The draft of a theme has the id of the theme. It is never deleted, so that its version only
-- rises.
create table theme_draft (
  store_id uuid not null default current_store(),
  id uuid not null,
  settings jsonb not null default '{}',
  templates jsonb,
  updated_by uuid default current_person(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, id) references theme on delete cascade
);
comment on table theme_draft is 'Erasure of a customer
not personal: settings
hidden: templates';
select belongs_to_store('theme_draft', '{version,updated_by,updated_at}');

-- The draft as it was when the time of its publication was set.
create table theme_publication (
  store_id uuid not null default current_store(),
  id uuid not null,
  publish_at timestamptz not null,
  settings jsonb not null,
  templates jsonb,
  note text not null default '',
  created_by uuid default current_person(),
  primary key (store_id, id),
  foreign key (store_id, id) references theme on delete cascade
);
comment on table theme_publication is 'Erasure of a customer
not personal: settings note
hidden: templates';
create index theme_publication_due on theme_publication (publish_at);
select belongs_to_store('theme_publication');
create policy owner_due on theme_publication for select to current_user using (true);
