-- Returns the ids of the records with a word that begins with one of the beginnings or is one of the
-- words, up to once per word. Returns null for common ones: more than 1,000 words, or more records or words of records
-- than the limits. It reads only the index of the words.
create or replace function search_ids_of_words(
  searched_entity text, beginnings text[], words text[], max_records integer default 10000,
  max_matches integer default 30000)
returns uuid[] language sql stable as $$
  -- A column, because row security lets only plain comparisons use the index.
  with ranges as materialized (
    select beginning as range_start, beginning || chr(1114111) as range_end from unnest(beginnings) beginning
    union all
    select word, word || chr(1) from unnest(words) word
  ),
  matches as materialized (
    select w.id
    from ranges, lateral (
      select id from search_word w
      where w.store_id = current_store() and w.entity = searched_entity
        and w.word >= range_start and w.word < range_end
    ) w
    limit max_matches + 1
  )
  select case
    when cardinality(words) > 1000 or (select count(*) from matches) > max_matches then null
    when (select count(*) from matches) <= max_records then array(select id from matches)
    when (select count(distinct id) from matches) <= max_records then array(select distinct id from matches)
  end
$$;
