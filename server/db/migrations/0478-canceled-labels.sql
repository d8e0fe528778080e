-- The label of a canceled parcel is canceled at the service that created it. A parcel has other requests after that.
alter table label_request no force row level security;
alter table label_service no force row level security;
alter table label_request
  add column service_name text not null default '',
  add column service_url text not null default '',
  add column cancellation text check (cancellation in ('pending', 'done', 'refused')),
  drop constraint label_request__parcel;
update label_request r set service_name = s.name, service_url = s.url
from label_service s where s.store_id = r.store_id;
create unique index label_request__active on label_request (store_id, parcel_id)
  where cancellation is null;
create index label_request__parcel on label_request (store_id, parcel_id);
comment on table label_request is 'Erasure of a customer
not personal: digest label_id service_name service_url cancellation';
alter table label_service force row level security;
alter table label_request force row level security;

-- The files of the functions are applied after the migrations.
create function cancel_label_of_parcel() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger cancel_label after update of status on fulfillment
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled')
  execute function cancel_label_of_parcel();
