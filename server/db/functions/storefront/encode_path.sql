-- Returns a path with percent-encoded letters of other scripts, in the form in which redirects are
-- stored.
create or replace function encode_path(path text) returns text
language sql immutable strict parallel safe as $$
  select case
    when octet_length(path) = length(path) then path
    else (
      select string_agg(
        case
          when octet_length(letter) = 1 then letter
          else regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')
        end, '' order by position)
      from regexp_split_to_table(path, '') with ordinality as t(letter, position))
  end
$$;
