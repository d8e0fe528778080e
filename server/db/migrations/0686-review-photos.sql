-- Reviews have photos of their buyers and an answer of the store.
alter table review
  add column photos uuid[] not null default '{}',
  add column answer text not null default '';
comment on table review is 'Erasure of a customer
by record: order_id
delete: title text name answer
not personal: status';
create index review__photos on review (store_id, product_id, rating)
  where status = 'approved' and photos <> '{}';
grant select (photos, answer) on review to storewright_storefront;
drop trigger storefront_updated on review;
create trigger storefront_updated after update on review for each row
  when (
    (old.status = 'approved') is distinct from (new.status = 'approved')
    or new.status = 'approved' and (old.answer, old.photos) is distinct from (new.answer, new.photos)
  ) execute function add_storefront_revision();
alter table order_file add column review_id uuid;
alter table order_file drop constraint order_file_purpose_check;
alter table order_file add constraint order_file_purpose_check
  check (purpose in ('return_photo', 'review_photo', 'attachment', 'label'));
alter table order_file drop constraint order_file_check;
alter table order_file add constraint order_file_check check (case purpose
  when 'return_photo' then return_id is not null and review_id is null
  when 'review_photo' then review_id is not null and num_nonnulls(return_id, parcel_id) = 0
  when 'label' then num_nonnulls(return_id, parcel_id) > 0 and review_id is null
  else num_nonnulls(return_id, parcel_id, review_id) = 0
end);
alter table order_file no force row level security;
alter table review no force row level security;
alter table order_file add foreign key (store_id, review_id) references review on delete cascade;
alter table order_file force row level security;
alter table review force row level security;
create index order_file__review on order_file (store_id, review_id) where review_id is not null;
