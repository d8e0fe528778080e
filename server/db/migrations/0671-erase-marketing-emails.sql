comment on table campaign_recipient is 'Erasure of a customer
by email: email
by record: customer_id
delete: email language
not personal: state reason';
comment on table automation_email is 'Erasure of a customer
by email: email
by record: customer_id
by record: order_id
delete: email
not personal: state reason';
