-- Returns the ids of records with a common term: as a word, at the beginning of a word, or inside one. Those of
-- the newest 50,000 records for each word or beginning are returned.
create or replace function search_ids_with_term(searched_entity text, term text) returns setof uuid
language sql stable as $$
  -- The ends are columns, because row security lets only plain comparisons use the index.
  with ranges as materialized (
    select term as range_start, term || chr(1) as range_end
    union all
    select term || chr(1), term || chr(1114111)
    union all
    select word, word || chr(1) from unnest(search_words_with_part(searched_entity, term)) word
    where octet_length(term) > 2
  )
  select w.id
  from ranges, lateral (
    select id from search_word w
    where w.store_id = current_store() and w.entity = searched_entity
      and w.word >= range_start and w.word < range_end
    order by w.word desc, w.id desc limit 50000
  ) w
  limit 200000
$$;
