-- Returns the ids of the records with a word that begins with one of the given ones, once per word,
-- at most 10,001.
create or replace function search_ids_of_words(searched_entity text, beginnings text[])
returns uuid[] language sql stable as $$
  -- A column, because row security lets only plain comparisons use the index.
  with ranges as materialized (
    select beginning, beginning || chr(1114111) as range_end from unnest(beginnings) beginning
  )
  select array(
    select w.id
    from ranges, lateral (
      select id from search_word w
      where w.business_id = current_business() and w.entity = searched_entity
        and w.word >= beginning and w.word < range_end
    ) w
    limit 10001
  )
$$;
