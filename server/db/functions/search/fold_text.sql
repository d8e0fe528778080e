-- Returns a text in lower case and without marks and punctuation, so that `Crème` and `creme` match,
-- and `T-Shirt` and `tshirt`. The @ stays, because it tells an email from other words. Plain ASCII
-- has no marks to remove. In PL/pgSQL, because a call of a function in SQL takes several times as long.
create or replace function fold_text(input text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(input) = length(input) then
    return regexp_replace(lower(input), '[^a-z0-9@\s]+', '', 'g');
  end if;
  return regexp_replace(
    translate(replace(replace(replace(lower(regexp_replace(
      normalize(replace(input, '´', ''), NFKD), '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0640]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı×', 'oldix'),
    '[^[:alnum:]@\s\u00c0-\uffff]+|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb]+', '', 'g');
end $$;
