-- Returns a path in lower case with percent-encoded letters of other scripts, in the form in which redirects are
-- stored. Each letter becomes one letter on its own: some locales write a sigma at the end of a word in another way.
create or replace function encode_path(path text) returns text
language sql immutable strict parallel safe as $$
  select case
    when octet_length(path) = length(path) then lower(path)
    else (
      select string_agg(
        case
          when octet_length(letter) = 1 then letter
          else regexp_replace(encode(convert_to(letter, 'UTF8'), 'hex'), '(..)', '%\1', 'g')
        end, '' order by position)
      from regexp_split_to_table(path, '') with ordinality as t(cased, position), left(lower(cased), 1) letter)
  end
$$;
