-- Before PostgreSQL 18, a column with a default cannot be added to a table whose row a condition of a trigger names.
alter table "order" no force row level security, disable trigger user;
alter table "order" add column checkout_answers jsonb;
alter table "order" alter column checkout_answers set default '[]';
update "order" set checkout_answers = '[]';
alter table "order" alter column checkout_answers set not null;
alter table "order" enable trigger user, force row level security;
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note corrected_emails checkout_answers
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status return_status
not personal: return_progress cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags
hidden: cart_hash';
comment on table sale is 'Erasure of a customer
remove input.customer input.shippingAddress input.billingAddress input.customerNote input.checkoutAnswers: content
not personal: cart_hash state form_hash';
