-- Returns the path of a target in the store in the form in which redirects are stored: lower case,
-- percent-encoded, without a query and a slash at the end.
create or replace function to_redirect_path(target text) returns text language sql immutable strict as $$
  select coalesce(nullif(rtrim(
    encode_path(lower(decode_path(split_part(split_part(target, '#', 1), '?', 1)))), '/'), ''), '/')
$$;
