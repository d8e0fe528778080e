-- Enqueues the cancellation of the label of a parcel at the service that created it, or that may have created it. A
-- request that waits for the service ends first. The file of the label is deleted, so that it is not printed. A
-- canceled parcel keeps the tracking number, by which staff find the label.
create or replace function cancel_label(parcel uuid) returns void language plpgsql as $$
declare
  request label_request;
begin
  update label_request set cancellation = 'pending'
  where store_id = current_store() and parcel_id = parcel and cancellation is null
  returning * into request;
  if not found then
    return;
  end if;
  perform add_jobs(json_build_array(json_build_object(
    'task', 'order.cancelLabel',
    'payload', json_build_object('storeId', request.store_id, 'id', request.id),
    'key', 'order.cancelLabel ' || request.id,
    'runAt', greatest(request.locked_until, now()))));
  if request.label_id is not null then
    delete from order_file
    where store_id = current_store() and parcel_id = parcel and purpose = 'label';
    update fulfillment set carrier = '', tracking_number = '', tracking_url = '', postage = null
    where store_id = current_store() and id = parcel and status = 'packed';
  end if;
end $$;
