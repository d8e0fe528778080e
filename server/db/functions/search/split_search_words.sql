-- Returns the words that a text is found by: each word without its punctuation, and the parts that the
-- punctuation separates, such as `mugl`, `mug` and `l` of `MUG-L`.
create or replace function split_search_words(input text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  words text := fold_text(input);
begin
  if input ~ '[^[:alnum:]\s\u00c0-\uffff]|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb]' then
    words := words || ' ' || fold_text(regexp_replace(
      input, '[^[:alnum:]\u00c0-\uffff]+|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb]+', ' ', 'g'));
  end if;
  return array(
    select distinct left(word, 64) from regexp_split_to_table(words, '\s+') word where word <> '' order by 1);
end $$;
