-- Pages are cached until the revisions of the store change. Each change gives a row another id or adds a row, so that
-- changes of one store do not wait for each other.
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
  updated_at timestamptz not null default now(),
  -- The time of the last change of each policy.
  policy_dates jsonb not null default '{}'
);
comment on table cms is 'Erasure of a customer
not personal: sections policy_dates';
select belongs_to_store('cms', '{version,updated_at,policy_dates}');
grant select (store_id, sections, version, updated_at, policy_dates) on cms to storewright_storefront;
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

-- The text of a page as it was saved. `number` is the version of the page.
create table page_version (
  store_id uuid not null default current_store(),
  id uuid not null default new_id(),
  page_id uuid not null,
  number integer not null,
  title text not null,
  body text not null default '',
  created_by uuid default current_person(),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, page_id) references page on delete cascade,
  unique (store_id, page_id, number)
);
comment on table page_version is 'Erasure of a customer
not personal: title
hidden: body';
select belongs_to_store('page_version');
revoke update on page_version from storewright_app;

-- Shoppers see a published post from the moment `publish_at` on.
create table post (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  slug text not null,
  title text not null,
  body text not null default '',
  excerpt text not null default '',
  cover text not null default '',
  cover_alt text not null default '',
  author text not null default '',
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('published', 'draft')),
  publish_at timestamptz,
  seo_title text not null default '',
  seo_description text not null default '',
  is_indexed boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint post__slug__taken unique (store_id, slug),
  check (status = 'draft' or publish_at is not null)
);
comment on table post is 'Erasure of a customer
not personal: slug title body excerpt cover cover_alt author tags status seo_title seo_description';
create index post__title on post (store_id, lower(title), id);
create index post__updated on post (store_id, updated_at, id);
create index post__publish on post (store_id, coalesce(publish_at, 'infinity'), id);
create index post__published on post (store_id, publish_at, id) where status = 'published';
select belongs_to_store('post', '{version,updated_at}');
create policy storefront on post as restrictive for select to storewright_storefront
  using (status = 'published' and publish_at <= now());
-- For find_storefront_host().
create policy owner_storefront on post for select to current_user using (true);
grant select (
  store_id, id, slug, title, body, excerpt, cover, cover_alt, author, tags, status, publish_at,
  seo_title, seo_description, is_indexed, updated_at
) on post to storewright_storefront;
create trigger redirect_earlier_slug after update of slug on post for each row
  when (old.slug is distinct from new.slug) execute function redirect_earlier_slug();
create trigger storefront_inserted after insert or delete on post for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on post for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();

-- The text of a post as it was saved. `number` is the version of the post.
create table post_version (
  store_id uuid not null default current_store(),
  id uuid not null default new_id(),
  post_id uuid not null,
  number integer not null,
  title text not null,
  excerpt text not null default '',
  body text not null default '',
  created_by uuid default current_person(),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, post_id) references post on delete cascade,
  unique (store_id, post_id, number)
);
comment on table post_version is 'Erasure of a customer
not personal: title excerpt
hidden: body';
select belongs_to_store('post_version');
revoke update on post_version from storewright_app;

-- Questions with answers on the page /faq of a store, in the order of their positions.
create table faq_question (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  question text not null,
  answer text not null,
  category text not null default '',
  position integer not null default 0,
  is_published boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table faq_question is 'Erasure of a customer
not personal: question answer category';
select belongs_to_store('faq_question', '{version,updated_at}');
create policy storefront on faq_question as restrictive for select to storewright_storefront
  using (is_published);
grant select (
  store_id, id, question, answer, category, position, is_published
) on faq_question to storewright_storefront;
create trigger storefront_inserted after insert or delete on faq_question for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on faq_question for each row
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
  post_id uuid,
  hits bigint not null default 0,
  last_hit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, category_id) references category on delete cascade,
  foreign key (store_id, page_id) references page on delete cascade,
  foreign key (store_id, post_id) references post on delete cascade,
  foreign key (store_id, product_id) references product on delete cascade,
  constraint redirect__path__redirect_path_taken unique (store_id, path),
  check (num_nonnulls(target, product_id, category_id, page_id, post_id) = 1)
);
comment on table redirect is 'Erasure of a customer
not personal: path target';
create index redirect_by_product on redirect (store_id, product_id) where product_id is not null;
create index redirect_by_category on redirect (store_id, category_id)
  where category_id is not null;
create index redirect_by_page on redirect (store_id, page_id) where page_id is not null;
create index redirect_by_post on redirect (store_id, post_id) where post_id is not null;
create index redirect_by_creation on redirect (store_id, created_at, id);
create index redirect_by_hits on redirect (store_id, hits, id);
create index redirect_by_path on redirect (store_id, path, id);
select belongs_to_store('redirect', '{hits,last_hit_at}');
grant select (
  store_id, id, path, target, product_id, category_id, page_id, post_id
) on redirect to storewright_storefront;
create trigger storefront_inserted after insert or delete on redirect for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on redirect for each row
  when (
    (old.path, old.target, old.product_id, old.category_id, old.page_id, old.post_id)
    is distinct from
    (new.path, new.target, new.product_id, new.category_id, new.page_id, new.post_id)
  ) execute function add_storefront_revision();
