-- The email of an order in lower case, by which shoppers find their orders. A migration of its own, because adding the column
-- writes the table again, and no request can use the table meanwhile.
drop index order__shopper;
alter table "order" add column folded_email text not null generated always as (lower(customer_email)) stored;
create index order__email on "order" (business_id, folded_email, id desc) where folded_email <> '';
create or replace trigger audit after insert or update or delete on "order" for each row
  execute function audit_row('folded_email', 'search', 'version', 'updated_at');
analyze "order" (folded_email);
