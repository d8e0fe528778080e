-- The numbers by which shoppers sort lists of products.
alter table product
  add column sold_units integer not null default 0,
  add column rating_rank integer not null default 0;
create index product__sold on product (store_id, sold_units desc, id desc);
create index product__rating on product (store_id, rating_rank desc, id desc);
grant select (sold_units, rating_rank) on product to storewright_storefront;
drop trigger audit on product;
create trigger audit after insert or update or delete on product for each row
  when (current_setting('app.is_undone', true) is distinct from 'on') execute function audit_row(
    'price', 'compare_at_price', 'sku', 'codes', 'stock', 'track_stock', 'variant_count', 'image', 'sold_units',
    'rating_rank', 'title_sorted', 'searched', 'version', 'updated_at');
drop trigger storefront_updated on product;
create trigger storefront_updated after update on product for each row
  when (
    (old.version, old.price, old.compare_at_price, old.track_stock, old.image, old.sold_units, old.rating_rank)
    is distinct from (new.version, new.price, new.compare_at_price, new.track_stock, new.image, new.sold_units,
      new.rating_rank)
    or old.stock <> new.stock and least(old.stock, new.stock) <= 5
  ) execute function add_storefront_revision();
