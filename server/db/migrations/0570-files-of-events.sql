-- The timeline of an order names its files.
comment on table order_event is 'Erasure of a customer
by record: order_id
remove text reason reference number url tracking file: data
remove details: before after
not personal: type actor';
