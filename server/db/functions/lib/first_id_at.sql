-- Returns the least id that `new_id` can return at this time, so that a query finds recent rows by their
-- primary key.
create or replace function first_id_at(at timestamptz) returns uuid language sql immutable parallel safe as $$
  select rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
