-- Adds what a person did with a product alert to the consent history: requested it, confirmed it or
-- unsubscribed. That the email was sent changes no consent.
create or replace function track_product_alert_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state and new.requested_at = old.requested_at then return null; end if;
  if new.state = 'sent' or tg_op = 'UPDATE' and old.state = 'sent' and new.state = 'confirmed' then return null; end if;
  insert into consent_event (store_id, product_alert_id, kind, source, consent_text)
  values (
    new.store_id,
    new.id,
    case new.state when 'pending' then 'requested' else new.state end,
    case new.state when 'pending' then new.source else '' end,
    case new.state when 'unsubscribed' then '' else new.consent_text end);
  return null;
end $$;
