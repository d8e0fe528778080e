comment on table order_event is 'Erasure of a customer
by record: order_id
remove text reason reference number url tracking: data
remove details: before after
not personal: type actor';
