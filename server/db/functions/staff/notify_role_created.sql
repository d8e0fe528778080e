-- Notifies open pages of all members with a role that the store now defines it itself.
create or replace function notify_role_created() returns trigger language plpgsql as $$
begin
  perform notify_processes('permissions_changed', person_id)
  from membership
  where store_id = new.store_id and role = new.role and abilities is null;
  return null;
end $$;
