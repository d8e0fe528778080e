-- Returns each row of four letters from a to z in a text, such as `lamp` and `amps` of `Lamps`.
create or replace function search_grams(input text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct substr(letters, position, 4)
    from regexp_split_to_table(lower(input), '[^a-z]+') letters, generate_series(1, length(letters) - 3) position)
$$;
