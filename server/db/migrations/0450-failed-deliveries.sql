-- Earlier orders with the same phone number, for the hint of failed deliveries.
create index order__phone on "order" (store_id, customer_phone, created_at desc, id desc)
  where customer_phone <> '';
-- Parcels that were canceled before their shipping got its time. They have no event of a shipping.
alter table order_event no force row level security;
alter table fulfillment no force row level security, disable trigger audit;
update fulfillment f set shipped_at = null
where f.status = 'cancelled' and f.shipped_at is not null and exists (
  select 1 from order_event e
  where e.store_id = f.store_id and e.order_id = f.order_id and e.type = 'parcel_cancelled'
    and e.data ->> 'fulfillment' = f.number and e.at = f.shipped_at);
alter table fulfillment enable trigger audit, force row level security;
alter table order_event force row level security;
