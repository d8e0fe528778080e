-- Returns the words that a text is found by: each word as it is written, and the parts of a joined
-- one such as an SKU.
create or replace function split_search_words(input text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 64)), '{}')
  from (
    select regexp_replace(whole, '^[^[:alnum:]\u0080-\uffff]+|[^[:alnum:]\u0080-\uffff]+$', '', 'g') as word
    from regexp_split_to_table(fold_text(input), '\s+') whole
    union all
    select part
    from regexp_split_to_table(fold_text(input), '[^[:alnum:]\u0080-\uffff]+|[\u2000-\u206f\u3000-\u303f]+') part
  ) words
  where word <> ''
$$;
