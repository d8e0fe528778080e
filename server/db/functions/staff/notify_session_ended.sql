-- Notifies open pages that a session ended.
create or replace function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform notify_processes('session_ended', old.id);
  return null;
end $$;
