-- Redirects of a store: from a path to a target that the seller chose, or from an earlier handle to
-- its record.
create table redirect (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  path text not null,
  target text,
  product_id uuid,
  category_id uuid,
  page_id uuid,
  hits bigint not null default 0,
  last_hit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint redirect__path__redirect_path_taken unique (business_id, path),
  foreign key (business_id, product_id) references product on delete cascade,
  foreign key (business_id, category_id) references category on delete cascade,
  foreign key (business_id, page_id) references page on delete cascade,
  check (path ~ '^/' and path = lower(path)),
  -- Neither another host, as in //example.com, nor a script.
  check (target ~ '^(/([^/\\]|$)|https://)'),
  check (num_nonnulls(target, product_id, category_id, page_id) = 1)
);
create index redirect_by_product on redirect (business_id, product_id) where product_id is not null;
create index redirect_by_category on redirect (business_id, category_id) where category_id is not null;
create index redirect_by_page on redirect (business_id, page_id) where page_id is not null;
create index redirect_by_creation on redirect (business_id, created_at, id);
create index redirect_by_hits on redirect (business_id, hits, id);
create index redirect_by_path on redirect (business_id, path, id);
select belongs_to_business('redirect', '{hits,last_hit_at}');

grant select (business_id, id, path, target, product_id, category_id, page_id) on redirect
  to storewright_storefront;
create trigger storefront_inserted after insert or delete on redirect for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on redirect for each row when (
  (old.path, old.target, old.product_id, old.category_id, old.page_id)
  is distinct from (new.path, new.target, new.product_id, new.category_id, new.page_id)
) execute function add_storefront_revision();

create function redirect_earlier_handle() returns trigger language plpgsql as $$ begin return null; end $$;
do $do$ declare t text; begin
  foreach t in array array['product', 'category', 'page'] loop
    execute format('create trigger redirect_earlier_handle after update of slug on %I for each row
      when (old.slug is distinct from new.slug) execute function redirect_earlier_handle()', t);
  end loop;
end $do$;

create function find_redirect(wanted_path text) returns table (id uuid, target text)
language sql stable as $$ select null::uuid, '' where false $$;

-- Hosts for which the proxy may request certificates.
create function list_storefront_hosts(wanted_business uuid, max_hosts integer)
returns table (business_id uuid, host text)
language sql stable as $$ select null::uuid, '' where false $$;
