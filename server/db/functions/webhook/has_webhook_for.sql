-- Returns whether an active webhook of the current store receives this event type. Called before a
-- payload is built, so a store without webhooks writes nothing. All callers have the rights and the search path of the
-- owner, because PostgreSQL plans a query again when its role or search path differs from the last call.
create or replace function has_webhook_for(event_type text) returns boolean language sql stable as $$
  select exists (
    select 1 from webhook where store_id = current_store() and is_on and event_type = any (events))
$$;
