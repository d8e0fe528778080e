-- Returns a text in lower case and without marks, so that `Crème` and `creme` match. Plain ASCII
-- has no marks to remove.
create or replace function fold_text(input text) returns text language sql immutable strict parallel safe as $$
  select case
    when octet_length(input) = length(input) then lower(input)
    else translate(replace(replace(replace(lower(regexp_replace(
      normalize(input, NFKD), '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0640]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı', 'oldi')
  end
$$;
