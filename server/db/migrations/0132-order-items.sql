-- The discounts that staff entered, as parts of "discount" and "discount_total", and whether the discounts without a code
-- apply, so that the items of an order can be edited. Null for earlier orders, and for those of the storefront.
alter table order_line add column entered_discount bigint check (entered_discount >= 0);
alter table "order"
  add column entered_discount bigint check (entered_discount >= 0),
  add column automatic_discounts boolean not null default false;
