create table media (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  file_name text not null default '',
  url text not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  bytes integer not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index media__newest on media (business_id, created_at desc, id desc);
create index media__hash on media (business_id, hash);
select belongs_to_business('media');

create table category (
  business_id uuid not null default current_business() references business on delete cascade,
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
  primary key (business_id, id),
  foreign key (business_id, parent) references category (business_id, id),
  constraint category__slug__taken unique (business_id, slug)
);
create unique index category__name__taken on category (business_id, coalesce(parent, '00000000-0000-0000-0000-000000000000'), lower(name));
create index category__parent on category (business_id, parent, position, id);
select belongs_to_business('category', '{version,updated_at}');

create table product (
  business_id uuid not null default current_business() references business on delete cascade,
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
  -- Derived from the variants and images by the triggers below, so that lists sort and filter without a join.
  price bigint not null default 0,
  compare_at_price bigint,
  sku text not null default '',
  -- Every SKU and barcode of the variants, for the search.
  codes text not null default '',
  stock integer not null default 0,
  track_stock boolean not null default true,
  variant_count integer not null default 0,
  image text not null default '',
  -- A column and not an index on lower(title): behind row security an index serves only conditions made of functions
  -- that cannot leak what they see, and lower() is not one of them.
  title_sorted text not null generated always as (lower(title)) stored,
  -- What the search looks through. Lower-cased once here: for `ilike` to do it at every row costs five times the search.
  searched text not null generated always as (lower(title || ' ' || vendor || ' ' || codes)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint product__slug__taken unique (business_id, slug)
);
create index product__created on product (business_id, created_at desc, id desc);
create index product__title on product (business_id, title_sorted, id);
create index product__price on product (business_id, price, id);
create index product__stock on product (business_id, stock, id);
create index product__updated on product (business_id, updated_at desc, id desc);
create index product__status on product (business_id, status, created_at desc, id desc);
create index product__vendor on product (business_id, vendor, created_at desc, id desc);
create index product__type on product (business_id, product_type, created_at desc, id desc);
select belongs_to_business('product', '{price,compare_at_price,sku,codes,stock,track_stock,variant_count,image,title_sorted,searched,version,updated_at}');

create table product_image (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  product_id uuid not null,
  media_id uuid,
  -- Where an imported picture is to be fetched from; kept afterwards, so that a second import knows it again.
  source_url text not null default '',
  state text not null default 'ready' check (state in ('ready', 'waiting', 'failed')),
  alt text not null default '',
  position integer not null default 0,
  primary key (business_id, id),
  foreign key (business_id, product_id) references product (business_id, id) on delete cascade,
  foreign key (business_id, media_id) references media (business_id, id),
  check ((state = 'ready') = (media_id is not null))
);
create index product_image__product on product_image (business_id, product_id, position, id);
create index product_image__media on product_image (business_id, media_id);
create index product_image__waiting on product_image (business_id, id) where state = 'waiting';
select belongs_to_business('product_image');

create table variant (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  product_id uuid not null,
  options text[] not null default '{}',
  sku text not null default '',
  barcode text not null default '',
  price bigint not null default 0 check (price >= 0),
  compare_at_price bigint check (compare_at_price >= 0),
  cost bigint check (cost >= 0),
  track_stock boolean not null default true,
  stock integer not null default 0,
  allow_backorder boolean not null default false,
  weight integer not null default 0 check (weight >= 0),
  image_id uuid,
  position integer not null default 0,
  primary key (business_id, id),
  foreign key (business_id, product_id) references product (business_id, id) on delete cascade,
  foreign key (business_id, image_id) references product_image (business_id, id) on delete set null (image_id),
  constraint variant__options__taken unique (business_id, product_id, options) deferrable initially deferred,
  constraint variant__stock__insufficient check (stock >= 0 or allow_backorder or not track_stock)
);
create index variant__product on variant (business_id, product_id, position, id);
create index variant__sku on variant (business_id, lower(sku)) where sku <> '';
select belongs_to_business('variant');

create table product_category (
  business_id uuid not null default current_business() references business on delete cascade,
  product_id uuid not null,
  category_id uuid not null,
  primary key (business_id, product_id, category_id),
  foreign key (business_id, product_id) references product (business_id, id) on delete cascade,
  foreign key (business_id, category_id) references category (business_id, id) on delete cascade
);
create index product_category__category on product_category (business_id, category_id, product_id);
select belongs_to_business('product_category');

-- Every change of a stock, with its reason. Its sum is the stock.
create table stock_movement (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  at timestamptz not null default now(),
  variant_id uuid not null,
  delta integer not null check (delta <> 0),
  stock_after integer not null,
  reason text not null,
  order_id uuid,
  person_id uuid,
  primary key (business_id, id),
  foreign key (business_id, variant_id) references variant (business_id, id) on delete cascade
);
create index stock_movement__variant on stock_movement (business_id, variant_id, id desc);
alter table stock_movement enable row level security;
alter table stock_movement force row level security;
create policy own_business on stock_movement using (business_id = current_business()) with check (business_id = current_business());
grant select, insert on stock_movement to storewright_app;

/* The reason and the order come from settings of the transaction: app.stock_reason, app.order_id. */
create function record_stock_movement() returns trigger language plpgsql as $$
declare was integer := case when tg_op = 'UPDATE' then old.stock else 0 end;
begin
  if new.stock <> was then
    insert into stock_movement (business_id, variant_id, delta, stock_after, reason, order_id, person_id)
    values (new.business_id, new.id, new.stock - was, new.stock,
      coalesce(nullif(current_setting('app.stock_reason', true), ''), 'count'),
      nullif(current_setting('app.order_id', true), '')::uuid, current_person());
  end if;
  return null;
end $$;
create trigger stock_movement after insert or update of stock on variant for each row execute function record_stock_movement();

/* Locks the products in id order first: two orders on variants of the same products would else deadlock here. */
create function refresh_products(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from product where business_id = current_business() and id = any (ids) order by id for no key update;
  update product p set price = v.price, compare_at_price = v.compare_at_price, sku = v.sku, codes = v.codes, stock = v.stock,
    track_stock = v.track_stock, variant_count = v.variant_count
  from (
    select product_id, min(price) as price, (array_agg(compare_at_price order by price, position))[1] as compare_at_price,
      case when count(*) = 1 then min(sku) else '' end as sku,
      coalesce(string_agg(concat_ws(' ', nullif(sku, ''), nullif(barcode, '')), ' ' order by position) filter (where sku <> '' or barcode <> ''), '') as codes,
      coalesce(sum(stock) filter (where track_stock), 0)::integer as stock,
      bool_or(track_stock) as track_stock, count(*)::integer as variant_count
    from variant where business_id = current_business() and product_id = any (ids) group by product_id
  ) v
  where p.business_id = current_business() and p.id = v.product_id;
end $$;
create function refresh_products_of_variants() returns trigger language plpgsql as $$
begin
  perform refresh_products((select array_agg(distinct product_id) from changed));
  return null;
end $$;
create trigger refresh_inserted after insert on variant referencing new table as changed for each statement execute function refresh_products_of_variants();
create trigger refresh_updated after update on variant referencing new table as changed for each statement execute function refresh_products_of_variants();
create trigger refresh_deleted after delete on variant referencing old table as changed for each statement execute function refresh_products_of_variants();

create function refresh_product_image() returns trigger language plpgsql as $$
begin
  update product p set image = coalesce((
    select m.url from product_image i join media m on m.business_id = i.business_id and m.id = i.media_id
    where i.business_id = p.business_id and i.product_id = p.id order by i.position, i.id limit 1), '')
  where p.business_id = current_business() and p.id in (select product_id from changed);
  return null;
end $$;
create trigger refresh_inserted after insert on product_image referencing new table as changed for each statement execute function refresh_product_image();
create trigger refresh_updated after update on product_image referencing new table as changed for each statement execute function refresh_product_image();
create trigger refresh_deleted after delete on product_image referencing old table as changed for each statement execute function refresh_product_image();
