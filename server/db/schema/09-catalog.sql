create table media (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  file_name text not null default '',
  url text not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  bytes integer not null,
  hash text not null,
  -- After an upload, a job creates further files of the image with these widths.
  encoded_at timestamptz,
  encoded_widths integer[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table media is 'Erasure of a customer
not personal: file_name url alt encoded_widths
hidden: hash';
create index media__newest on media (store_id, created_at desc, id desc);
create index media__hash on media (store_id, hash);
create index media__to_encode on media (store_id, id) where encoded_at is null;
select belongs_to_store('media', '{encoded_at,encoded_widths}');
create policy owner_read on media for select to current_user using (true);
grant select (
  store_id, id, url, alt, width, height, encoded_widths
) on media to storewright_storefront;
create trigger storefront_updated after update on media for each row
  when (
    (old.alt, old.url, old.encoded_widths)
    is distinct from
    (new.alt, new.url, new.encoded_widths)
  ) execute function add_storefront_revision();

create table category (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  slug text not null,
  description text not null default '',
  image text not null default '',
  parent uuid,
  position integer not null default 0,
  status text not null default 'visible' check (status in ('visible', 'hidden')),
  seo_title text not null default '',
  seo_description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, parent) references category,
  constraint category__slug__taken unique (store_id, slug)
);
comment on table category is 'Erasure of a customer
not personal: name slug description image status seo_title seo_description';
create unique index category__name__taken on category
  (store_id, coalesce(parent, '00000000-0000-0000-0000-000000000000'), lower(name));
create index category__parent on category (store_id, parent, position, id);
select belongs_to_store('category', '{version,updated_at}');
create policy storefront on category as restrictive for select to storewright_storefront
  using (status = 'visible' and (parent is null or has_visible_parents(store_id, parent)));
grant select (
  store_id, id, name, slug, description, image, parent, position, status, seo_title,
  seo_description, updated_at
) on category to storewright_storefront;
create trigger redirect_earlier_slug after update of slug on category for each row
  when (old.slug is distinct from new.slug) execute function redirect_earlier_slug();
create trigger search_words_added after insert or delete on category for each row
  execute function update_search_words();
create trigger search_words_changed after update on category for each row
  when (old.name is distinct from new.name) execute function update_search_words();
create trigger storefront_inserted after insert or delete on category for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on category for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();
