-- Adds a notification to the current store. Triggers call it, so no code path that creates an order
-- or changes stock can forget it, and a rollback leaves no notification.
create or replace function add_notice(kind text, subject text, subject_id uuid, data jsonb) returns void
language plpgsql as $$
declare
  notice_id uuid;
begin
  insert into notice (kind, subject, subject_id, data) values (kind, subject, subject_id, data)
  returning id into notice_id;
  perform notify_processes('new', current_business(), notice_id);
end $$;
