-- The link of an order ends when the order gets another customer. The links of earlier orders stay valid.
alter table "order" add column customer_since timestamptz;
drop trigger audit on "order";
create trigger audit after insert or update or delete on "order" for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method',
    'folded_payment_method', 'has_note', 'return_status', 'return_progress', 'customer_since',
    'version', 'updated_at');
create function start_customer_of_order() returns trigger language plpgsql as 'begin return new; end';
create trigger start_customer before update on "order" for each row
  when (
    not new.is_customer_erased and case when old.customer_email = ''
      then old.customer_id <> new.customer_id
      else lower(old.customer_email) <> lower(new.customer_email) end
  ) execute function start_customer_of_order();
