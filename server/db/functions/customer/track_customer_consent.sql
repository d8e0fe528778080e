-- Adds a change of the consent that the back office stores to the consent history of a customer.
create or replace function track_customer_consent() returns trigger language plpgsql as $$
begin
  insert into consent_event (store_id, customer_id, kind, actor_id)
  values (
    new.store_id,
    new.id,
    case when new.accepts_marketing then 'accepted' else 'withdrawn' end,
    current_person());
  return null;
end $$;
