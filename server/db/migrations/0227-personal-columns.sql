-- Each table of stores declares its columns with data of customers (server/db/functions/customer/personal_columns.sql).
drop function audit_personal_columns(text);

comment on table audit is 'Erasure of a customer
statement: before after ip
not personal: request_id entity action erased_digest';
comment on table business is 'Erasure of a customer
not personal: name slug status legal_name vat_id description email phone address logo favicon
not personal: currency timezone locale languages weight_unit order_prefix shipping_tax_rule
not personal: eu_tax_rule shipping_settings';
comment on table domain is 'Erasure of a customer
not personal: domain kind status token records last_error';
comment on table earlier_store_host is 'Erasure of a customer
not personal: host';
comment on table mail_domain is 'Erasure of a customer
not personal: address public_key secret found_records';
comment on table order_mail is 'Erasure of a customer
not personal: kind templates';
comment on table idempotency is 'Erasure of a customer
not personal: route key body_hash response';
comment on table membership is 'Erasure of a customer
not personal: role abilities status';
comment on table role is 'Erasure of a customer
not personal: role name description ability';
comment on table invitation is 'Erasure of a customer
not personal: email role token_hash';
comment on table bookmark is 'Erasure of a customer
delete: title path';
comment on table list_view is 'Erasure of a customer
remain: query
not personal: list name columns density';
comment on table list_layout is 'Erasure of a customer
not personal: list columns density';
comment on table notification is 'Erasure of a customer
delete: data
not personal: kind subject';
comment on table shipping_zone is 'Erasure of a customer
not personal: name destinations rates';
comment on table tax_class is 'Erasure of a customer
not personal: name rates';
comment on table media is 'Erasure of a customer
not personal: file_name url alt hash encoded_widths';
comment on table category is 'Erasure of a customer
not personal: name slug description image status seo_title seo_description';
comment on table product is 'Erasure of a customer
not personal: title slug description status vendor product_type tags options seo_title
not personal: seo_description shipping_class withdrawal_exception manufacturer_name
not personal: manufacturer_address manufacturer_contact responsible_name responsible_address
not personal: responsible_contact safety_warnings sku codes image';
comment on table product_image is 'Erasure of a customer
not personal: source_url state alt';
comment on table variant is 'Erasure of a customer
not personal: options sku barcode measure_unit';
comment on table stock_movement is 'Erasure of a customer
not personal: reason';
comment on table customer is 'Erasure of a customer
delete: name email phone address company vat_id note tags';
comment on table customer_address is 'Erasure of a customer
delete: address';
comment on table contact_message is 'Erasure of a customer
delete: name email order_number message';
comment on table shopper_code is 'Erasure of a customer
delete: email code_hash';
comment on table shopper_session is 'Erasure of a customer
delete: token_hash email';
comment on table subscriber is 'Erasure of a customer
delete: email language consent_text source
not personal: state';
comment on table product_alert is 'Erasure of a customer
delete: email language consent_text source
not personal: kind state';
comment on table consent_event is 'Erasure of a customer
delete: source consent_text
not personal: kind';
comment on table discount is 'Erasure of a customer
not personal: name code kind scope customer_tags combines_with';
comment on table discount_code is 'Erasure of a customer
not personal: code';
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags cart_hash';
comment on table order_line is 'Erasure of a customer
not personal: title variant_title sku image withdrawal_exception';
comment on table order_discount is 'Erasure of a customer
not personal: name code';
comment on table order_event is 'Erasure of a customer
remove text reason reference number url tracking: data
not personal: type actor';
comment on table fulfillment is 'Erasure of a customer
empty: tracking_number tracking_url
not personal: number status carrier lines';
comment on table order_return is 'Erasure of a customer
empty: reason answer
not personal: status lines';
comment on table order_withdrawal is 'Erasure of a customer
empty: name email';
comment on table review is 'Erasure of a customer
delete: title text name
not personal: status';
comment on table cart is 'Erasure of a customer
delete: token_hash note checkout language reminder_token';
comment on table cart_line is 'Erasure of a customer
not personal: title variant_title currency';
comment on table cart_link is 'Erasure of a customer
delete: code_hash sealed_token
not personal: kind';
comment on table checkout is 'Erasure of a customer
remove input.customer input.shippingAddress input.billingAddress input.customerNote: frozen
not personal: cart_hash state content_hash';
comment on table payment_method is 'Erasure of a customer
not personal: kind name instructions account_holder iban bic transfer_reference';
comment on table payment is 'Erasure of a customer
empty: reference note
not personal: kind method provider provider_payment_id';
comment on table payment_account is 'Erasure of a customer
not personal: provider secret hint webhook_id connected_account';
comment on table payment_session is 'Erasure of a customer
not personal: provider session_id payment_id url currency language state';
comment on table payment_refund is 'Erasure of a customer
empty: note
not personal: provider provider_refund_id state';
comment on table sales_change is 'Erasure of a customer
not personal: kind status payment_status fulfillment_status';
comment on table stored_sales_day is 'Erasure of a customer
not personal: status';
comment on table stored_sales_top is 'Erasure of a customer
not personal: kind span';
comment on table stored_order_tally is 'Erasure of a customer
not personal: status payment_status fulfillment_status';
comment on table record_tally is 'Erasure of a customer
not personal: subject status';
comment on table storefront_password is 'Erasure of a customer
not personal: password_hash';
comment on table cms is 'Erasure of a customer
not personal: sections';
comment on table page is 'Erasure of a customer
not personal: slug title body status seo_title seo_description';
comment on table redirect is 'Erasure of a customer
not personal: path target';
comment on table theme is 'Erasure of a customer
not personal: code name';
comment on table theme_version is 'Erasure of a customer
not personal: settings templates note';
comment on table theme_draft is 'Erasure of a customer
not personal: settings templates';
comment on table theme_publication is 'Erasure of a customer
not personal: settings templates note';
comment on table search_word is 'Erasure of a customer
derived: word
not personal: entity';
comment on table search_part is 'Erasure of a customer
statement: part word
not personal: entity';
comment on table api_key is 'Erasure of a customer
not personal: name hash hint ability';
comment on table webhook is 'Erasure of a customer
not personal: url name events secret previous_secret hint';
comment on table webhook_event is 'Erasure of a customer
delete: data
not personal: type';
comment on table webhook_delivery is 'Erasure of a customer
remain: response error
not personal: status';
comment on table import is 'Erasure of a customer
remain: file_name encoding_samples
not personal: kind file_key format encoding columns header_signature matched_fields status counts
not personal: code params message';
comment on table import_item is 'Erasure of a customer
empty: name title changes problems
not personal: action reasons';
comment on table import_problem is 'Erasure of a customer
remain: value params message
not personal: column field level code';
