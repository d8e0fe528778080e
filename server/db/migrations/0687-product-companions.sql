-- The products that the seller shows with a product.
alter table product add column companions uuid[] not null default '{}';
grant select (companions) on product to storewright_storefront;
