-- Why shoppers cannot withdraw from the purchase of a product. Order lines keep the value of their time.
alter table product add column withdrawal_exception text not null default 'none'
  check (withdrawal_exception in ('none', 'customMade', 'perishable', 'hygiene', 'digital'));
grant select (withdrawal_exception) on product to storewright_storefront;
alter table order_line add column withdrawal_exception text not null default 'none'
  check (withdrawal_exception in ('none', 'customMade', 'perishable', 'hygiene', 'digital'));
