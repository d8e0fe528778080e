-- Adds a notification to the current store. Triggers call it, so no code path that creates an order
-- or changes stock can forget it, and a rollback leaves no notification.
create or replace function add_notification(kind text, subject text, subject_id uuid, data jsonb) returns void
language plpgsql as $$
declare
  notification_id uuid;
begin
  insert into notification (kind, subject, subject_id, data) values (kind, subject, subject_id, data)
  returning id into notification_id;
  perform announce_change(concat_ws(' ', 'notification_added', current_store(), notification_id));
end $$;
