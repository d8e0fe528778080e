-- Adds a change of the consent that the back office stores to the consent history of a customer. A
-- withdrawal ends the newsletter too, because the customer can be deleted or get another email later.
create or replace function track_customer_consent() returns trigger language plpgsql as $$
begin
  insert into consent_event (store_id, customer_id, kind, actor_id)
  values (
    new.store_id,
    new.id,
    case when new.accepts_marketing then 'accepted' else 'withdrawn' end,
    current_person());
  if not new.accepts_marketing then
    update subscriber s set state = 'unsubscribed', unsubscribed_at = now()
    where s.store_id = new.store_id and s.email = new.folded_email and s.state = 'confirmed';
  end if;
  return null;
end $$;
