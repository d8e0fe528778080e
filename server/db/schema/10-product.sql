create table product (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  title text not null,
  slug text not null,
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  vendor text not null default '',
  product_type text not null default '',
  tags text[] not null default '{}',
  options jsonb not null default '[]',
  seo_title text not null default '',
  seo_description text not null default '',
  -- Downloads, services and gift cards need no delivery.
  requires_shipping boolean not null default true,
  -- A class of `store.shipping_settings`. Rates can exclude it.
  shipping_class text not null default '',
  tax_class uuid,
  -- Why shoppers cannot withdraw from the purchase of the product.
  withdrawal_exception text not null default 'none'
    check (withdrawal_exception in ('none', 'customMade', 'perishable', 'hygiene', 'digital')),
  -- Required by product safety law (regulation (EU) 2023/988, article 19).
  manufacturer_name text not null default '',
  manufacturer_address text not null default '',
  manufacturer_contact text not null default '',
  responsible_name text not null default '',
  responsible_address text not null default '',
  responsible_contact text not null default '',
  safety_warnings text not null default '',
  -- Shown in the gallery of the product.
  video_url text not null default '',
  -- Tables as text: a line for each detail, as in `Material: Linen`, and `|` between cells of sizes.
  details text not null default '',
  size_table text not null default '',
  -- The products that the seller shows with this one.
  companions uuid[] not null default '{}',
  -- Derived from variants and images by triggers, so that lists sort and filter without a join.
  price bigint not null default 0,
  compare_at_price bigint,
  sku text not null default '',
  -- The SKUs and barcodes of all variants, for the search.
  codes text not null default '',
  stock integer not null default 0,
  track_stock boolean not null default true,
  variant_count integer not null default 0,
  image text not null default '',
  -- The ranks of lists that shoppers sort, which the job `product.rank` derives.
  sold_units integer not null default 0,
  rating_rank integer not null default 0,
  -- A column, because row security keeps an index on lower(title) from being used.
  title_sorted text not null generated always as (lower(title)) stored,
  -- The texts that a search reads, folded once.
  searched text not null generated always as (
    lower(title || ' ' || vendor || ' ' || codes || ' ' || product_details(product_type, tags, options))
  ) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint product__tax_class foreign key (store_id, tax_class) references tax_class
    on delete set null (tax_class),
  constraint product__slug__taken unique (store_id, slug)
);
comment on table product is 'Erasure of a customer
not personal: title slug description status vendor product_type tags options seo_title
not personal: seo_description shipping_class withdrawal_exception manufacturer_name
not personal: manufacturer_address manufacturer_contact responsible_name responsible_address
not personal: responsible_contact safety_warnings video_url details size_table sku codes image';
create index product__created on product (store_id, created_at desc, id desc);
create index product__title on product (store_id, title_sorted, id);
create index product__price on product (store_id, price, id);
create index product__sold on product (store_id, sold_units desc, id desc);
create index product__rating on product (store_id, rating_rank desc, id desc);
create index product__stock on product (store_id, stock, id);
create index product__updated on product (store_id, updated_at desc, id desc);
create index product__status on product (store_id, status, created_at desc, id desc);
create index product__vendor on product (store_id, vendor, created_at desc, id desc);
create index product__type on product (store_id, product_type, created_at desc, id desc);
-- The dashboard counts the products that need attention without reading them.
create index product__low_stock on product (store_id, stock, id)
  where status = 'active' and track_stock;
create index product__no_image on product (store_id, status, created_at desc, id desc) where image = '';
create index product__no_price on product (store_id) where status = 'active' and price = 0;
create index product__tax_class on product (store_id, tax_class) where tax_class is not null;
select belongs_to_store('product', '{
  price,compare_at_price,sku,codes,stock,track_stock,variant_count,image,sold_units,rating_rank,
  title_sorted,searched,version,updated_at
}');
create policy storefront on product as restrictive for select to storewright_storefront
  using (status = 'active');
grant select (
  store_id, id, title, slug, description, status, vendor, product_type, tags, options, seo_title,
  seo_description, requires_shipping, shipping_class, tax_class, withdrawal_exception,
  manufacturer_name, manufacturer_address, manufacturer_contact, responsible_name,
  responsible_address, responsible_contact, safety_warnings, video_url, details, size_table, price,
  compare_at_price, stock, track_stock, variant_count, image, sold_units, rating_rank, companions, title_sorted,
  searched, created_at, updated_at
) on product to storewright_storefront;
create trigger clear_prior_prices after update of status on product for each row
  when (old.status <> 'active' and new.status = 'active') execute function clear_prior_prices();
create trigger redirect_earlier_slug after update of slug on product for each row
  when (old.slug is distinct from new.slug) execute function redirect_earlier_slug();
create trigger search_words_added after insert or delete on product for each row
  execute function update_search_words();
create trigger search_words_changed after update on product for each row
  when (old.searched is distinct from new.searched) execute function update_search_words();
create trigger storefront_inserted after insert or delete on product for each row
  execute function add_storefront_revision();
-- Every save increments the version. Orders change only the stock, which shoppers see only when it is low.
create trigger storefront_updated after update on product for each row
  when (
    (old.version, old.price, old.compare_at_price, old.track_stock, old.image, old.sold_units, old.rating_rank)
    is distinct from (new.version, new.price, new.compare_at_price, new.track_stock, new.image, new.sold_units,
      new.rating_rank)
    or old.stock <> new.stock and least(old.stock, new.stock) <= 5
  ) execute function add_storefront_revision();
create trigger tally_deleted after delete on product
  referencing old table as changed for each statement execute function tally_records('-1');
create trigger tally_inserted after insert on product
  referencing new table as changed for each statement execute function tally_records('1');
create trigger tally_status after update of status on product for each row
  when (old.status <> new.status) execute function tally_record_status();
create trigger tally_statuses after update of status on product for each statement
  execute function tally_record_status();
create trigger webhook_deleted after delete on product for each row
  execute function enqueue_webhook_event_deleted('product.deleted');
create constraint trigger webhook_inserted after insert on product deferrable initially deferred
  for each row execute function enqueue_webhook_event('product.created');
-- The version counts changes by people and programs, not those that follow from variants.
create constraint trigger webhook_updated after update on product deferrable initially deferred
  for each row when (old.version <> new.version)
  execute function enqueue_webhook_event('product.updated');

create table product_image (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  product_id uuid not null,
  media_id uuid,
  -- The source of an imported image, kept so that a later import recognizes it.
  source_url text not null default '',
  state text not null default 'ready' check (state in ('ready', 'waiting', 'failed')),
  alt text not null default '',
  position integer not null default 0,
  -- The point in percent that stays visible where a store crops the image.
  focus_x integer not null default 50 check (focus_x between 0 and 100),
  focus_y integer not null default 50 check (focus_y between 0 and 100),
  primary key (store_id, id),
  foreign key (store_id, media_id) references media,
  foreign key (store_id, product_id) references product on delete cascade,
  check ((state = 'ready') = (media_id is not null))
);
comment on table product_image is 'Erasure of a customer
not personal: source_url state alt';
create index product_image__product on product_image (store_id, product_id, position, id);
create index product_image__media on product_image (store_id, media_id);
create index product_image__waiting on product_image (store_id, id) where state = 'waiting';
select belongs_to_store('product_image');
create policy storefront on product_image as restrictive for select to storewright_storefront
  using (exists (
    select from product p
    where p.store_id = product_image.store_id and p.id = product_image.product_id));
grant select (
  store_id, id, product_id, media_id, state, alt, position, focus_x, focus_y
) on product_image to storewright_storefront;
create trigger refresh_deleted after delete on product_image
  referencing old table as changed for each statement execute function refresh_product_image();
create trigger refresh_inserted after insert on product_image
  referencing new table as changed for each statement execute function refresh_product_image();
create trigger refresh_updated after update on product_image
  referencing new table as changed for each statement execute function refresh_product_image();
create trigger storefront_inserted after insert or delete on product_image for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on product_image for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();

create table product_category (
  store_id uuid not null default current_store() references store on delete cascade,
  product_id uuid not null,
  category_id uuid not null,
  primary key (store_id, product_id, category_id),
  foreign key (store_id, category_id) references category on delete cascade,
  foreign key (store_id, product_id) references product on delete cascade
);
create index product_category__category on product_category (store_id, category_id, product_id);
select belongs_to_store('product_category');
grant select (store_id, product_id, category_id) on product_category to storewright_storefront;
create trigger sales_deleted after delete on product_category
  referencing old table as changed for each statement execute function track_category_sales();
create trigger sales_inserted after insert on product_category
  referencing new table as changed for each statement execute function track_category_sales();
create trigger storefront_inserted after insert or delete on product_category for each row
  execute function add_storefront_revision();

-- The swatches that sellers gave to values of options, from which products without own ones take theirs.
create table product_swatch (
  store_id uuid not null default current_store() references store on delete cascade,
  -- The names of the option and of the value in lower case.
  name text not null,
  value text not null,
  product_id uuid not null,
  color text,
  image text,
  primary key (store_id, name, value, product_id),
  foreign key (store_id, product_id) references product on delete cascade
);
comment on table product_swatch is 'Erasure of a customer
not personal: name value color image';
create index product_swatch__product on product_swatch (store_id, product_id);
alter table product_swatch enable row level security, force row level security;
create policy own_store on product_swatch
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, delete on product_swatch to storewright_app;
create policy storefront on product_swatch as restrictive for select to storewright_storefront
  using (exists (
    select from product p
    where p.store_id = product_swatch.store_id and p.id = product_swatch.product_id));
grant select on product_swatch to storewright_storefront;
create trigger swatches_inserted after insert on product for each row when (new.options <> '[]')
  execute function index_product_swatches();
create trigger swatches_updated after update of options on product for each row
  when (old.options <> new.options) execute function index_product_swatches();
