alter table store
  add column order_steps text[] not null default '{}'
    check (order_steps <@ '{confirmed,processing,ready}');
comment on table store is 'Erasure of a customer
not personal: name slug status legal_name vat_id description email phone address logo favicon
not personal: currency timezone locale languages weight_unit order_prefix order_steps
not personal: shipping_tax_rule eu_tax_rule shipping_settings';
