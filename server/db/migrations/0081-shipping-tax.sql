-- The tax of the shipping, which is a part of tax_total. Earlier orders have none.
alter table "order"
  add column shipping_tax bigint not null default 0,
  add column shipping_tax_rate numeric(6, 3) not null default 0;
