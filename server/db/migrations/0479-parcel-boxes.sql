alter table fulfillment add column box text not null default '';
create index fulfillment__box on fulfillment (store_id, id) where box <> '';
comment on table fulfillment is 'Erasure of a customer
by record: order_id
empty: tracking_number tracking_url note
not personal: number status carrier lines service box';
