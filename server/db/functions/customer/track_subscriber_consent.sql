-- Adds what a person did with the newsletter to the consent history: requested it, confirmed it or
-- unsubscribed.
create or replace function track_subscriber_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state and new.requested_at = old.requested_at then return null; end if;
  insert into consent_event (store_id, subscriber_id, kind, source, consent_text)
  values (
    new.store_id,
    new.id,
    case new.state when 'pending' then 'requested' else new.state end,
    case new.state when 'pending' then new.source else '' end,
    case new.state when 'unsubscribed' then '' else new.consent_text end);
  return null;
end $$;
