-- Returns a pattern of `like` that matches texts with the given one in them.
create or replace function to_like_pattern(input text) returns text language sql immutable parallel safe as $$
  select '%' || regexp_replace(input, '([\\%_])', '\\\1', 'g') || '%'
$$;
