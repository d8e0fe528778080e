-- Returns a time as microseconds since 1970.
create or replace function epoch_microseconds(t timestamptz) returns bigint language sql immutable as $$
  select (extract(epoch from t) * 1000000)::bigint
$$;
