-- Returns the ids of the records with a word that has the term. The id of a record with several such words can be
-- repeated. Returns null for more than 50,000 ids, or more than 1,000 words that contain the term. It reads only the
-- index of the words.
create or replace function search_ids_of_common_term(searched_entity text, term text)
returns uuid[] language sql stable as $$
  -- A column, because row security lets only plain comparisons use the index.
  with parts as materialized (
    select case when octet_length(term) > 2 then search_words_with_part(searched_entity, term) else '{}' end as words
  ),
  ranges as materialized (
    select term as range_start, term || chr(1114111) as range_end
    union all
    select word, word || chr(1) from parts, unnest(words) word
  ),
  matches as materialized (
    select w.id
    from ranges, lateral (
      select id from search_word w
      where w.store_id = current_store() and w.entity = searched_entity
        and w.word >= range_start and w.word < range_end
    ) w
    limit 50001
  )
  select case
    when (select cardinality(words) from parts) <= 1000 and (select count(*) from matches) <= 50000
      then array(select id from matches)
  end
$$;
