-- Adds an event and its delivery to each active webhook that receives this type. Several changes of
-- one subject in one transaction are one event. `transaction_started_at` distinguishes transactions
-- with the same number, which a restored database can have.
create or replace function add_webhook_event(event_type text, subject_id uuid, payload jsonb) returns void
language plpgsql as $$
declare
  new_event_id uuid;
begin
  insert into webhook_event (type, record_id, data) values (event_type, subject_id, payload)
  on conflict (store_id, record_id, type, tx, transaction_started_at) do nothing
  returning id into new_event_id;
  insert into webhook_delivery (webhook_id, event_id)
  select w.id, new_event_id
  from webhook w
  where new_event_id is not null and w.store_id = current_store() and w.is_on and event_type = any (w.events);
end $$;
