-- The emails of customers and orders in lower case, by which they are found. Columns, because row security keeps an index
-- on an expression from being used, so that each order read all customers of its store. Like other columns that derive
-- from one column, they are not audited.
alter table customer add column folded_email text not null generated always as (lower(email)) stored;
drop index customer__email__taken;
create unique index customer__email__taken on customer (business_id, folded_email) where folded_email <> '';
create or replace trigger audit after insert or update or delete on customer for each row
  execute function audit_row('folded_email', 'order_count', 'total_spent', 'last_order_at', 'version', 'updated_at');

alter table "order" add column folded_email text not null generated always as (lower(customer_email)) stored;
drop index order__shopper;
create index order__email on "order" (business_id, folded_email, id desc) where folded_email <> '';
create or replace trigger audit after insert or update or delete on "order" for each row
  execute function audit_row('folded_email', 'search', 'version', 'updated_at');

-- For the same reason, no query used this index since 0031.
drop index variant__sku;
