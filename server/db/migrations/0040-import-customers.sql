-- Customers can be imported.
alter table import
  drop constraint import_kind_check,
  add constraint import_kind_check check (kind in ('products', 'orders', 'customers'));
