-- Downloads, services and gift cards need no delivery.
alter table product add column requires_shipping boolean not null default true;
grant select (requires_shipping) on product to storewright_storefront;
