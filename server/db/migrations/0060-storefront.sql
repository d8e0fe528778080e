-- Pages of the storefront are read under a role that sees published columns and rows only. New tables and columns are
-- closed to it unless a migration grants them.
do $$ begin
  create role storewright_storefront nologin;
exception when duplicate_object or unique_violation then null;  -- roles are shared by all databases of a server
end $$;
-- The role that serves requests takes the other role for a transaction. It must not inherit it, because its policies
-- would apply to the back office too.
do $$ begin
  if not pg_has_role('storewright_app', 'storewright_storefront', 'member') then
    alter role storewright_app noinherit;
    grant storewright_storefront to storewright_app;
  end if;
end $$;
grant usage on schema public to storewright_storefront;

grant select (id, name, slug, legal_name, description, email, phone, address, currency, timezone, locale, weight_unit,
  logo, favicon, status, tax_included, created_at) on business to storewright_storefront;
grant select (business_id, domain, kind, status, is_primary) on domain to storewright_storefront;
grant select (business_id, sections, version, updated_at) on cms to storewright_storefront;
grant select (business_id, id, code, settings, active, version) on theme to storewright_storefront;
grant select (business_id, id, slug, title, body, status, seo_title, seo_description, updated_at)
  on page to storewright_storefront;
grant select (business_id, id, name, slug, description, image, parent, position, status, seo_title, seo_description,
  updated_at) on category to storewright_storefront;
grant select (business_id, id, title, slug, description, status, vendor, product_type, tags, options, seo_title,
  seo_description, price, compare_at_price, stock, track_stock, variant_count, image, title_sorted, searched,
  created_at, updated_at) on product to storewright_storefront;
grant select (business_id, product_id, category_id) on product_category to storewright_storefront;
grant select (business_id, id, product_id, options, sku, barcode, price, compare_at_price, track_stock, stock,
  allow_backorder, weight, image_id, position) on variant to storewright_storefront;
grant select (business_id, id, product_id, media_id, state, alt, position) on product_image to storewright_storefront;
grant select (business_id, id, url, alt, width, height) on media to storewright_storefront;
grant select on search_word to storewright_storefront;

-- This policy reads memberships, which the storefront must not.
alter policy person_read on business to storewright_app;
create policy storefront on page as restrictive for select to storewright_storefront using (status = 'published');
create policy storefront on category as restrictive for select to storewright_storefront using (status = 'visible');
create policy storefront on product as restrictive for select to storewright_storefront using (status = 'active');
create policy storefront on variant as restrictive for select to storewright_storefront using (exists (
  select from product p where p.business_id = variant.business_id and p.id = variant.product_id));
create policy storefront on search_word as restrictive for select to storewright_storefront using (entity = 'product');
create policy storefront on product_image as restrictive for select to storewright_storefront using (exists (
  select from product p where p.business_id = product_image.business_id and p.id = product_image.product_id));

-- Pages are cached until the revisions of the store change. Each change adds a row, so that changes
-- of one store do not wait for each other.
create table storefront_revision (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
alter table storefront_revision enable row level security;
alter table storefront_revision force row level security;
create policy own_business on storefront_revision
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on storefront_revision to storewright_app;
grant select on storefront_revision to storewright_storefront;

create function add_storefront_revision() returns trigger language plpgsql as $$ begin return null; end $$;

-- Rows that appear or disappear.
do $do$ declare t text; begin
  foreach t in array array['product', 'variant', 'product_image', 'product_category', 'category', 'page', 'cms',
    'theme', 'domain'] loop
    execute format('create trigger storefront_inserted after insert or delete on %I for each row
      execute function add_storefront_revision()', t);
  end loop;
end $do$;

-- Changes that shoppers can see. Orders change the stock of products, which shoppers see only when it is low.
create trigger storefront_updated after update on product for each row when (
  (old.title, old.slug, old.description, old.status, old.vendor, old.product_type, old.tags, old.options,
    old.seo_title, old.seo_description, old.price, old.compare_at_price, old.track_stock, old.image)
  is distinct from
  (new.title, new.slug, new.description, new.status, new.vendor, new.product_type, new.tags, new.options,
    new.seo_title, new.seo_description, new.price, new.compare_at_price, new.track_stock, new.image)
  or old.stock <> new.stock and least(old.stock, new.stock) <= 5
) execute function add_storefront_revision();
create trigger storefront_updated after update on variant for each row when (
  (old.options, old.sku, old.barcode, old.price, old.compare_at_price, old.track_stock, old.allow_backorder,
    old.weight, old.image_id, old.position)
  is distinct from
  (new.options, new.sku, new.barcode, new.price, new.compare_at_price, new.track_stock, new.allow_backorder,
    new.weight, new.image_id, new.position)
  or old.stock <> new.stock and least(old.stock, new.stock) <= 5
) execute function add_storefront_revision();
do $do$ declare t text; begin
  foreach t in array array['product_image', 'category', 'page', 'cms', 'theme', 'business'] loop
    execute format('create trigger storefront_updated after update on %I for each row
      when (old.* is distinct from new.*) execute function add_storefront_revision()', t);
  end loop;
end $do$;
create trigger storefront_updated after update on domain for each row when (
  (old.domain, old.status, old.is_primary) is distinct from (new.domain, new.status, new.is_primary)
) execute function add_storefront_revision();
create trigger storefront_updated after update on media for each row when (
  (old.alt, old.url) is distinct from (new.alt, new.url)
) execute function add_storefront_revision();

-- The owner of the tables reads the revisions of every store, for find_storefront_host().
do $$ begin
  execute format('create policy owner_storefront on storefront_revision for select to %I using (true)', current_user);
end $$;
create function find_storefront_host(wanted_host text)
returns table (business_id uuid, primary_host text, status text, revision text)
language sql stable as $$ select null::uuid, '', '', '' where false $$;
