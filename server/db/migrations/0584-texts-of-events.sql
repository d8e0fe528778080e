-- The notes and tracking numbers of events are erased with their customer, also those of customers who are erased.
alter table order_event no force row level security, disable trigger audit;
alter table "order" no force row level security;
update order_event e set data = e.data - array['note', 'trackingNumber', 'file']
from "order" o
where o.store_id = e.store_id and o.id = e.order_id and o.is_customer_erased
  and e.data ?| array['note', 'trackingNumber', 'file'];
alter table order_event force row level security, enable trigger audit;
alter table "order" force row level security;
comment on table order_event is 'Erasure of a customer
by record: order_id
remove text note reason reference trackingNumber file number url tracking: data
remove details: before after
not personal: type actor';
