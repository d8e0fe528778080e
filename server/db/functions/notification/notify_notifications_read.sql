-- Notifies open pages that a person read notifications, perhaps on another device.
create or replace function notify_notifications_read() returns trigger language plpgsql as $$
begin
  perform notify_processes('notifications_read', new.store_id, new.person_id);
  return null;
end $$;
