-- The dashboard caches sums of past sales until the revisions of the store change. Each change adds
-- a row, so that changes of one store do not wait for each other.
create table sales_revision (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
alter table sales_revision enable row level security;
alter table sales_revision force row level security;
create policy own_business on sales_revision
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on sales_revision to storewright_app;

create function add_sales_revision_of_categories() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger sales_revision_inserted after insert on product_category
  referencing new table as changed for each statement execute function add_sales_revision_of_categories();
create trigger sales_revision_deleted after delete on product_category
  referencing old table as changed for each statement execute function add_sales_revision_of_categories();
