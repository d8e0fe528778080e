-- The correction of an email ends the link of an order, whose documents stay those of the same person.
alter table "order" no force row level security, disable trigger user;
-- Before PostgreSQL 18, a column with a default cannot be added to a table whose row a condition of a trigger names.
alter table "order" add column link_since timestamptz, add column corrected_emails jsonb;
alter table "order" alter column corrected_emails set default '{}';
update "order" set corrected_emails = '{}', link_since = customer_since;
alter table "order" alter column corrected_emails set not null;
alter table "order" enable trigger user, force row level security;
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note corrected_emails
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status return_status
not personal: return_progress cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags
hidden: cart_hash';
drop trigger audit on "order";
create trigger audit after insert or update or delete on "order" for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method',
    'folded_payment_method', 'has_note', 'return_status', 'return_progress', 'customer_since',
    'link_since', 'corrected_emails', 'version', 'updated_at');
