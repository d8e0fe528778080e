-- The tracking numbers of labels, so that a number that staff entered stays when a parcel is restored.
alter table label_request no force row level security;
alter table fulfillment no force row level security;
alter table order_event no force row level security;
alter table label_request add column tracking_number text;
update label_request r set tracking_number = (
  select e.data ->> 'trackingNumber' from order_event e
  where e.store_id = f.store_id and e.order_id = f.order_id and e.type = 'label_created'
    and e.data ->> 'fulfillment' = f.number
  order by e.id desc limit 1
)
from fulfillment f
where f.store_id = r.store_id and f.id = r.parcel_id and r.label_id is not null;
comment on table label_request is 'Erasure of a customer
not personal: digest label_id tracking_number service_name service_url cancellation';
alter table order_event force row level security;
alter table fulfillment force row level security;
alter table label_request force row level security;
