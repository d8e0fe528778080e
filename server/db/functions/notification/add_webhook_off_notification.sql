-- Adds a notification when a webhook is switched off because nothing was delivered for three days.
create or replace function add_webhook_off_notification() returns trigger language plpgsql as $$
begin
  perform add_notification('webhook_off', 'developer', new.id, jsonb_build_object('url', new.url));
  return null;
end $$;
