-- Returns the words that a text is found by: each word without its punctuation, and the parts that the
-- punctuation separates, such as `mugl`, `mug` and `l` of `MUG-L`.
create or replace function split_search_words(input text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 64)), '{}')
  from (
    select regexp_split_to_table(fold_text(input), '\s+') as word
    union all
    select regexp_split_to_table(fold_text(regexp_replace(
      input, '[^[:alnum:]\u00c0-\uffff]+|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb]+', ' ', 'g')), '\s+')
    where input ~ '[^[:alnum:]\s\u00c0-\uffff]|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb]'
  ) words
  where word <> ''
$$;
