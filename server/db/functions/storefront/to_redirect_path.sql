-- Returns the path of a target in the store in the form in which redirects are stored: lower case,
-- without a query and a slash at the end, and with the same characters percent-encoded in each
-- spelling. `normalizeRedirectPath` in the contract does the same for paths.
create or replace function to_redirect_path(target text) returns text language sql immutable strict as $$
  select coalesce(nullif(rtrim(encode_path(normalize(string_agg(
    case
      when part ~* '^%(2[146-9abcde]|3[0-9abd]|4[0-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
        then chr(('x' || substr(part, 2))::bit(8)::integer)
      when part in ('[', ']', '|', '^') then '%' || to_hex(ascii(part))
      else part
    end, '' order by position), NFC)), '/'), ''), '/')
  from regexp_matches(
    decode_path(split_part(split_part(target, '#', 1), '?', 1)), '%[0-9a-f]{2}|.', 'gi'
  ) with ordinality as t(parts, position), unnest(parts) part
$$;
