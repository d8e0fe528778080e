-- Adds a notification when a webhook is switched off because nothing was delivered for three days.
create or replace function add_webhook_off_notice() returns trigger language plpgsql as $$
begin
  perform add_notice('webhook_off', 'developer', new.id, jsonb_build_object('url', new.url));
  return null;
end $$;
