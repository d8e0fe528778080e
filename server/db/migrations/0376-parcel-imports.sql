alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check
  check (kind in ('products', 'orders', 'customers', 'parcels'));
alter table import add column notify_customers boolean not null default false;
