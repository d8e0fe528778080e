-- The email of a customer in lower case, by which orders, imports and shoppers find the customer. It is stored, because row
-- security prevents the use of an index on an expression: each new order read all customers of its store. Like other
-- columns that derive from one column, it is not audited.
drop index customer__email__taken;
alter table customer add column folded_email text not null generated always as (lower(email)) stored;
create unique index customer__email__taken on customer (business_id, folded_email) where folded_email <> '';
create or replace trigger audit after insert or update or delete on customer for each row
  execute function audit_row('folded_email', 'order_count', 'total_spent', 'last_order_at', 'version', 'updated_at');
-- Without statistics, the planner would expect many rows for each email.
analyze customer (folded_email);

-- For the same reason, no query used this index since 0031.
drop index variant__sku;
