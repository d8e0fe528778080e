-- A review of a product by a shopper who bought it. Shoppers see the approved ones.
create table review (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  product_id uuid not null,
  order_id uuid not null,
  rating integer not null check (rating between 1 and 5),
  title text not null default '',
  text text not null,
  -- The name that shoppers see.
  name text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  -- The ids of its files.
  photos uuid[] not null default '{}',
  -- The reply of the store.
  reply text not null default '',
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, product_id) references product on delete cascade,
  constraint review__order_product unique (store_id, order_id, product_id)
);
comment on table review is 'Erasure of a customer
by record: order_id
delete: title text name reply
not personal: status';
create index review__approved on review (store_id, product_id, id) include (rating)
  where status = 'approved';
create index review__photos on review (store_id, product_id, rating)
  where status = 'approved' and photos <> '{}';
create index review__product on review (store_id, product_id, created_at, id);
create index review__newest on review (store_id, created_at, id);
create index review__rating on review (store_id, rating, id);
create index review__status on review (store_id, status, created_at, id);
alter table order_file no force row level security;
alter table order_file add foreign key (store_id, review_id) references review on delete cascade;
alter table order_file force row level security;
-- Shoppers wrote these texts, so that the audit does not keep them.
select belongs_to_store('review', '{title,text,name}');
create policy storefront on review as restrictive for select to storewright_storefront
  using (status = 'approved');
grant select (
  store_id, id, product_id, rating, title, text, name, status, photos, reply, created_at
) on review to storewright_storefront;
create trigger storefront_deleted after delete on review for each row when (old.status = 'approved')
  execute function add_storefront_revision();
create trigger storefront_inserted after insert on review for each row
  when (new.status = 'approved') execute function add_storefront_revision();
create trigger storefront_updated after update on review for each row
  when (
    (old.status = 'approved') is distinct from (new.status = 'approved')
    or new.status = 'approved' and (old.reply, old.photos) is distinct from (new.reply, new.photos)
  ) execute function add_storefront_revision();
create trigger tally_deleted after delete on review
  referencing old table as changed for each statement execute function tally_records('-1');
create trigger tally_inserted after insert on review
  referencing new table as changed for each statement execute function tally_records('1');
create trigger tally_status after update of status on review for each row
  when (old.status <> new.status) execute function tally_record_status();
create trigger tally_statuses after update of status on review for each statement
  execute function tally_record_status();
