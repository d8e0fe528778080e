alter table product_image
  add column focus_x integer not null default 50 check (focus_x between 0 and 100),
  add column focus_y integer not null default 50 check (focus_y between 0 and 100);
grant select (focus_x, focus_y) on product_image to storewright_storefront;
