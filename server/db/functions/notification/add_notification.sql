-- Adds a notification to the current store. Triggers call it, so no code path that creates an order
-- or changes stock can forget it, and a rollback leaves no notification. Only the recipient sees it, if
-- there is one.
create or replace function add_notification(
  kind text, subject text, subject_id uuid, data jsonb, recipient uuid default null
) returns void
language plpgsql as $$
declare
  notification_id uuid;
begin
  insert into notification (kind, subject, subject_id, data, person_id)
  values (kind, subject, subject_id, data, recipient)
  returning id into notification_id;
  perform announce_change(concat_ws(' ', 'notification_added', current_store(), notification_id));
end $$;
