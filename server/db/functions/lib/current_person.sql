-- Returns the person of this transaction, or null when no person is logged in.
create or replace function current_person() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.person_id', true), '')::uuid
$$;
