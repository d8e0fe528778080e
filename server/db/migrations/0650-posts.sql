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

-- The new keys are checked outside any store.
alter table redirect no force row level security;
alter table post no force row level security;
alter table redirect add column post_id uuid;
alter table redirect add foreign key (store_id, post_id) references post on delete cascade;
alter table redirect force row level security;
alter table post force row level security;
alter table redirect drop constraint redirect_check;
alter table redirect add check (num_nonnulls(target, product_id, category_id, page_id, post_id) = 1);
create index redirect_by_post on redirect (store_id, post_id) where post_id is not null;
grant select (post_id) on redirect to storewright_storefront;
drop trigger storefront_updated on redirect;
create trigger storefront_updated after update on redirect for each row
  when (
    (old.path, old.target, old.product_id, old.category_id, old.page_id, old.post_id)
    is distinct from
    (new.path, new.target, new.product_id, new.category_id, new.page_id, new.post_id)
  ) execute function add_storefront_revision();
