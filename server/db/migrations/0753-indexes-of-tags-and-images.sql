create index customer__tagged on customer (store_id, created_at desc, id desc) where tags <> '{}';
drop index product__no_image;
create index product__no_image on product (store_id, status, created_at desc, id desc) where image = '';
