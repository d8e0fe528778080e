-- Returns a path with the letters of other scripts that it percent-encodes, or the path itself if
-- these are no text.
create or replace function decode_path(path text) returns text language plpgsql immutable strict as $$
begin
  if path !~* '%[89a-f][0-9a-f]' then return path; end if;
  return (
    select convert_from(string_agg(
      case
        when length(part[1]) = 3 then decode(substr(part[1], 2), 'hex')
        else convert_to(part[1], 'UTF8')
      end, ''::bytea order by position), 'UTF8')
    from regexp_matches(path, '%[89a-f][0-9a-f]|.', 'gi') with ordinality as t(part, position));
exception when character_not_in_repertoire then
  return path;
end $$;
