-- Pages are cached until the revisions of the store change. Each change adds a row, so that changes
-- of one store do not wait for each other.
create table storefront_revision (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
alter table storefront_revision enable row level security, force row level security;
create policy own_store on storefront_revision
  using (store_id = current_store()) with check (store_id = current_store());
-- For find_storefront_host().
create policy owner_storefront on storefront_revision for select to current_user using (true);
grant select, insert, update, delete on storefront_revision to storewright_app;
grant select on storefront_revision to storewright_storefront;

-- A store with a row here opens only with its password. The id changes with the password.
create table storefront_password (
  store_id uuid primary key default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  password_hash text not null,
  updated_at timestamptz not null default now()
);
comment on table storefront_password is 'Erasure of a customer
hidden: password_hash';
select belongs_to_store('storefront_password');
create policy owner_storefront on storefront_password for select to current_user using (true);
create trigger storefront_changed after insert or update or delete on storefront_password
  for each row execute function add_storefront_revision();

-- The changed content settings of a store. All others have the defaults of
-- server/cms/cms-defaults.ts.
create table cms (
  store_id uuid primary key default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  sections jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table cms is 'Erasure of a customer
not personal: sections';
select belongs_to_store('cms', '{version,updated_at}');
grant select (store_id, sections, version, updated_at) on cms to storewright_storefront;
create trigger storefront_inserted after insert or delete on cms for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on cms for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();

create table page (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  slug text not null,
  title text not null,
  body text not null default '',
  status text not null default 'published' check (status in ('published', 'draft')),
  seo_title text not null default '',
  seo_description text not null default '',
  is_fixed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint page__slug__taken unique (store_id, slug)
);
comment on table page is 'Erasure of a customer
not personal: slug title body status seo_title seo_description';
create index page__title on page (store_id, lower(title), id);
create index page__updated on page (store_id, updated_at desc, id desc);
select belongs_to_store('page', '{version,updated_at}');
create policy storefront on page as restrictive for select to storewright_storefront
  using (status = 'published');
grant select (
  store_id, id, slug, title, body, status, seo_title, seo_description, updated_at
) on page to storewright_storefront;
create trigger redirect_earlier_slug after update of slug on page for each row
  when (old.slug is distinct from new.slug) execute function redirect_earlier_slug();
create trigger storefront_inserted after insert or delete on page for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on page for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();

-- From a path to a target that the seller chose, or from an earlier slug to its record.
create table redirect (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  path text not null check (path ~ '^/' and path = lower(path)),
  -- Neither another host, as in //example.com, nor a script.
  target text check (target ~ '^(/([^/\\]|$)|https://)'),
  product_id uuid,
  category_id uuid,
  page_id uuid,
  hits bigint not null default 0,
  last_hit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, category_id) references category on delete cascade,
  foreign key (store_id, page_id) references page on delete cascade,
  foreign key (store_id, product_id) references product on delete cascade,
  constraint redirect__path__redirect_path_taken unique (store_id, path),
  check (num_nonnulls(target, product_id, category_id, page_id) = 1)
);
comment on table redirect is 'Erasure of a customer
not personal: path target';
create index redirect_by_product on redirect (store_id, product_id) where product_id is not null;
create index redirect_by_category on redirect (store_id, category_id)
  where category_id is not null;
create index redirect_by_page on redirect (store_id, page_id) where page_id is not null;
create index redirect_by_creation on redirect (store_id, created_at, id);
create index redirect_by_hits on redirect (store_id, hits, id);
create index redirect_by_path on redirect (store_id, path, id);
select belongs_to_store('redirect', '{hits,last_hit_at}');
grant select (
  store_id, id, path, target, product_id, category_id, page_id
) on redirect to storewright_storefront;
create trigger storefront_inserted after insert or delete on redirect for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on redirect for each row
  when (
    (old.path, old.target, old.product_id, old.category_id, old.page_id)
    is distinct from
    (new.path, new.target, new.product_id, new.category_id, new.page_id)
  ) execute function add_storefront_revision();
