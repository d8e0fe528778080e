-- An order whose customer was erased gets no other customer.
alter table "order" add column is_customer_erased boolean not null default false;
