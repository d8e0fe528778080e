-- Takes an order that is open again out of the archive.
create or replace function leave_archive() returns trigger language plpgsql as $$
begin
  new.archived_at := null;
  return new;
end $$;
