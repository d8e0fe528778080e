-- The filters of the order list. Columns, because row security keeps an index on an expression from being
-- used.
alter table "order"
  add column shipping_country text not null
    generated always as (coalesce(shipping_address ->> 'country', '')) stored,
  add column folded_shipping_method text not null
    generated always as (lower(shipping_method)) stored,
  add column folded_payment_method text not null
    generated always as (lower(payment_method)) stored,
  add column has_note boolean not null
    generated always as (note <> '' or customer_note <> '') stored;
drop trigger audit on "order";
create trigger audit after insert or update or delete on "order" for each row
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method',
    'folded_payment_method', 'has_note', 'return_status', 'return_progress', 'version', 'updated_at');
create index order__source on "order" (store_id, source, created_at desc, id desc)
  include (archived_at);
create index order__shipping_country on "order"
  (store_id, shipping_country, created_at desc, id desc) include (archived_at);
create index order__shipping_method on "order"
  (store_id, folded_shipping_method, created_at desc, id desc) include (archived_at);
create index order__payment_method on "order"
  (store_id, folded_payment_method, created_at desc, id desc) include (archived_at);
create index order__note on "order" (store_id, has_note, created_at desc, id desc)
  include (archived_at);

create table order_tag (
  store_id uuid not null default current_store() references store on delete cascade,
  tag text not null,
  order_id uuid not null,
  primary key (store_id, tag, order_id)
);
comment on table order_tag is 'Erasure of a customer
not personal: tag';
alter table "order" no force row level security;
insert into order_tag (store_id, tag, order_id)
select distinct store_id, tag, id from "order", unnest(tags) tag;
alter table "order" force row level security;
alter table order_tag enable row level security, force row level security;
create policy own_store on order_tag
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on order_tag to storewright_app;
create function update_order_tags() returns trigger language plpgsql as 'begin return null; end';
create trigger tags_deleted after delete on "order" for each row
  when (old.tags <> '{}') execute function update_order_tags();
create trigger tags_inserted after insert on "order" for each row
  when (new.tags <> '{}') execute function update_order_tags();
create trigger tags_updated after update of tags on "order" for each row
  when (old.tags <> new.tags) execute function update_order_tags();

-- With the orders, so that they are found in the index alone.
drop index order_line__product;
create index order_line__product on order_line (store_id, product_id, order_id)
  where product_id is not null;
drop index order_line__sku;
create index order_line__sku on order_line (store_id, folded_sku, order_id) where folded_sku <> '';

alter table order_discount
  add column folded_code text not null generated always as (lower(code)) stored;
create index order_discount__code on order_discount (store_id, folded_code, order_id)
  where folded_code <> '';
