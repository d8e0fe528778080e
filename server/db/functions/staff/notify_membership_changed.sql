-- Notifies open pages that the permissions of a person changed.
create or replace function notify_membership_changed() returns trigger language plpgsql as $$
begin
  perform notify_processes('permissions_changed', old.person_id);
  return null;
end $$;
