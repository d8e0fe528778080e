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
  )
  select case
    when cardinality(words) > 1000 or cardinality(found) > max_matches then null
    when cardinality(found) <= max_records then found
    when (select count(distinct id) from (select unnest(found) as id) ids) <= max_records
      then array(select distinct unnest(found))
  end
  from (
    select coalesce(array_agg(id), '{}') as found
    from (
      select w.id
      from ranges, lateral (
        select id from search_word w
        where w.store_id = current_store() and w.entity = searched_entity
          and w.word >= range_start and w.word < range_end
      ) w
      where cardinality(words) <= 1000
      limit max_matches + 1
    ) matches
  ) matched
$$;
