-- Stores when the owner chose the slug of the store.
create or replace function set_address_chosen_at() returns trigger language plpgsql as $$
begin
  new.address_chosen_at = now();
  return new;
end $$;
