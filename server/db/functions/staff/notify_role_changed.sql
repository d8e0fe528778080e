-- Notifies open pages of all members with a role that its permissions changed or the role was
-- deleted.
create or replace function notify_role_changed() returns trigger language plpgsql as $$
begin
  perform notify_processes('permissions_changed', person_id)
  from membership
  where store_id = old.store_id and role = old.role and abilities is null;
  return null;
end $$;
