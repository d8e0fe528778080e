-- Returns whether an active webhook of the current store receives this event type. Called before a
-- payload is built, so a store without webhooks writes nothing.
create or replace function has_webhook_for(event_type text) returns boolean language sql stable as $$
  select exists (
    select 1 from webhook where store_id = current_store() and is_on and event_type = any (events))
$$;
