-- Stores when the owner chose the handle of the store.
create or replace function set_handle_chosen_at() returns trigger language plpgsql as $$
begin
  new.handle_chosen_at = now();
  return new;
end $$;
