-- Notifies open pages that an import of the store started or progressed.
create or replace function notify_import_changed() returns trigger language plpgsql as $$
begin
  perform notify_processes('import_changed', new.store_id);
  return null;
end $$;
