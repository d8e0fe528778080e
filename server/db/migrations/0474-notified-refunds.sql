-- Whether the customer gets an email when the provider has confirmed the refund.
alter table payment_refund add column is_notified boolean not null default true;
