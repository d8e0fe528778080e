alter table product
  add column video_url text not null default '',
  add column details text not null default '',
  add column size_table text not null default '';
comment on table product is 'Erasure of a customer
not personal: title slug description status vendor product_type tags options seo_title
not personal: seo_description shipping_class withdrawal_exception manufacturer_name
not personal: manufacturer_address manufacturer_contact responsible_name responsible_address
not personal: responsible_contact safety_warnings video_url details size_table sku codes image';
grant select (video_url, details, size_table) on product to storewright_storefront;
