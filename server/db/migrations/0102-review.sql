-- A review of a product by a shopper who bought it, at most one for each order. Shoppers see the approved ones.
create table review (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  product_id uuid not null,
  order_id uuid not null,
  rating integer not null check (rating between 1 and 5),
  title text not null default '',
  text text not null,
  -- The name that shoppers see.
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (business_id, id),
  constraint review__order_product unique (business_id, order_id, product_id),
  foreign key (business_id, product_id) references product (business_id, id) on delete cascade,
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade
);
create index review__approved on review (business_id, product_id, id) include (rating) where status = 'approved';
create index review__product on review (business_id, product_id, created_at, id);
create index review__newest on review (business_id, created_at, id);
create index review__rating on review (business_id, rating, id);
create index review__status on review (business_id, status, created_at, id);
alter table review enable row level security;
alter table review force row level security;
create policy own_business on review
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on review to storewright_app;
-- Shoppers wrote these texts, so that the audit does not keep them.
create trigger audit after insert or update or delete on review for each row
  execute function audit_row('title', 'text', 'name');

grant select (business_id, id, product_id, rating, title, text, name, status, created_at)
  on review to storewright_storefront;
create policy storefront on review as restrictive for select to storewright_storefront using (status = 'approved');
create trigger storefront_inserted after insert on review for each row
  when (new.status = 'approved') execute function add_storefront_revision();
create trigger storefront_updated after update on review for each row
  when ((old.status = 'approved') is distinct from (new.status = 'approved'))
  execute function add_storefront_revision();
create trigger storefront_deleted after delete on review for each row
  when (old.status = 'approved') execute function add_storefront_revision();

-- Adds a kind of notification to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s) or kind = ''review_added'')',
    substring(present from '^CHECK (.*)$'));
end $$;
