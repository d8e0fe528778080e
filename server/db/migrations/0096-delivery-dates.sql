-- Working days, holidays and shipping classes of a store (`ShippingSettings` in contract/shipping-settings.ts). A product
-- of a class cannot be delivered with the rates that exclude it.
alter table business add column shipping_settings jsonb not null default '{}';
alter table product add column shipping_class text not null default '';
grant select (shipping_settings) on business to storewright_storefront;
grant select (shipping_class) on product to storewright_storefront;

-- The days that the shopper saw when placing the order.
alter table "order" add column delivery_from date, add column delivery_to date;
