-- A theme has one draft and up to 100 published versions. Shoppers see the version that the active theme names.
alter table theme add column name text, add column version_id uuid;
alter table theme drop constraint theme_business_id_code_key;
-- Themes of the catalog have no name of their own. Duplicated and imported themes have one.
create unique index theme__code__taken on theme (business_id, code) where name is null;

create table theme_version (
  business_id uuid not null default current_business(),
  id uuid not null default new_id(),
  theme_id uuid not null,
  number integer not null,
  settings jsonb not null default '{}',
  -- Null for the sections that each theme starts with.
  templates jsonb,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  unique (business_id, theme_id, id),
  unique (business_id, theme_id, number),
  foreign key (business_id, theme_id) references theme on delete cascade
);
alter table theme no force row level security;
alter table theme disable trigger audit;
insert into theme_version (business_id, theme_id, number, settings, created_at)
  select business_id, id, 1, settings, updated_at from theme;
update theme t set version_id = v.id from theme_version v where (v.business_id, v.theme_id) = (t.business_id, t.id);
alter table theme enable trigger audit;
alter table theme add constraint theme_version_id_fkey foreign key (business_id, id, version_id)
  references theme_version (business_id, theme_id, id) deferrable initially deferred;
alter table theme force row level security;

select belongs_to_business('theme_version');
revoke update on theme_version from storewright_app;

-- The draft of a theme has the id of the theme. It is never deleted, so that its version only rises.
create table theme_draft (
  business_id uuid not null default current_business(),
  id uuid not null,
  settings jsonb not null default '{}',
  templates jsonb,
  version integer not null default 1,
  updated_by uuid default current_person(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, id) references theme on delete cascade
);
select belongs_to_business('theme_draft', '{version,updated_by,updated_at}');

-- What becomes the next version of a theme at a time: the draft as it was when the time was set.
create table theme_publication (
  business_id uuid not null default current_business(),
  id uuid not null,
  publish_at timestamptz not null,
  settings jsonb not null,
  templates jsonb,
  note text not null default '',
  created_by uuid default current_person(),
  primary key (business_id, id),
  foreign key (business_id, id) references theme on delete cascade
);
create index theme_publication_due on theme_publication (publish_at);
select belongs_to_business('theme_publication');

create function list_due_theme_publications(at_most integer) returns table (business_id uuid, theme_id uuid)
language sql stable as $$ select null::uuid, null::uuid where false $$;
do $$ begin
  execute format('create policy owner_due on theme_publication for select to %I using (true)', current_user);
end $$;

-- Shoppers see the published version of the active theme only, and changes of other themes change no page.
revoke select on theme from storewright_storefront;
grant select (business_id, id, code, version_id, active) on theme to storewright_storefront;
grant select (business_id, id, theme_id, settings, templates) on theme_version to storewright_storefront;
create policy storefront on theme as restrictive for select to storewright_storefront using (active);
create policy storefront on theme_version as restrictive for select to storewright_storefront using (exists (
  select from theme t where t.business_id = theme_version.business_id and t.version_id = theme_version.id));
drop trigger storefront_inserted on theme;
drop trigger storefront_updated on theme;
create trigger storefront_inserted after insert on theme for each row when (new.active)
  execute function add_storefront_revision();
create trigger storefront_deleted after delete on theme for each row when (old.active)
  execute function add_storefront_revision();
create trigger storefront_updated after update on theme for each row when (
  (old.active or new.active) and (old.active, old.version_id) is distinct from (new.active, new.version_id)
) execute function add_storefront_revision();

alter table theme drop column settings;
