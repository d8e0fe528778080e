-- Tables declare how the rows of a customer are found, and their columns that the audit never contains.
drop function audit_hidden_columns();

comment on table api_key is 'Erasure of a customer
not personal: name hint ability
hidden: hash';
comment on table cart is 'Erasure of a customer
by email: email
delete: token_hash note checkout language reminder_token';
comment on table contact_message is 'Erasure of a customer
by email: lower(email)
delete: name email order_number message';
comment on table domain is 'Erasure of a customer
not personal: domain kind status records last_error
hidden: token';
comment on table fulfillment is 'Erasure of a customer
by record: order_id
empty: tracking_number tracking_url note
not personal: number status carrier lines service';
comment on table import_item is 'Erasure of a customer
by record: target
empty: name title changes problems
not personal: action reasons';
comment on table invitation is 'Erasure of a customer
not personal: email role
hidden: token_hash';
comment on table mail_domain is 'Erasure of a customer
not personal: address public_key found_records
hidden: secret';
comment on table media is 'Erasure of a customer
not personal: file_name url alt encoded_widths
hidden: hash';
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status return_status
not personal: cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags
hidden: cart_hash';
comment on table order_event is 'Erasure of a customer
by record: order_id
remove text reason reference number url tracking: data
not personal: type actor before after';
comment on table order_mail is 'Erasure of a customer
not personal: kind
hidden: templates';
comment on table order_return is 'Erasure of a customer
by record: order_id
empty: reason answer
not personal: status lines';
comment on table order_withdrawal is 'Erasure of a customer
by record: order_id
empty: name email';
comment on table payment is 'Erasure of a customer
by record: order_id
empty: reference note
not personal: kind method provider provider_payment_id';
comment on table payment_account is 'Erasure of a customer
not personal: provider hint webhook_id connected_account
hidden: secret';
comment on table payment_refund is 'Erasure of a customer
by record: order_id
empty: note
not personal: provider provider_refund_id state';
comment on table product_alert is 'Erasure of a customer
by email: email
delete: email language consent_text source
not personal: kind state';
comment on table refund is 'Erasure of a customer
by record: order_id
empty: note
not personal: reason';
comment on table review is 'Erasure of a customer
by record: order_id
delete: title text name
not personal: status';
comment on table shopper_code is 'Erasure of a customer
by email: email
delete: email code_hash';
comment on table shopper_session is 'Erasure of a customer
by email: email
delete: token_hash email';
comment on table storefront_password is 'Erasure of a customer
hidden: password_hash';
comment on table subscriber is 'Erasure of a customer
by email: email
delete: email language consent_text source
not personal: state';
comment on table theme_draft is 'Erasure of a customer
not personal: settings
hidden: templates';
comment on table theme_publication is 'Erasure of a customer
not personal: settings note
hidden: templates';
comment on table theme_version is 'Erasure of a customer
not personal: settings note
hidden: templates';
comment on table webhook is 'Erasure of a customer
not personal: url name events hint
hidden: secret previous_secret';
