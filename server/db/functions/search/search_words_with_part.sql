-- Returns the words of the store that have the part after their beginning, or 1,001 words if there may be
-- more than 1,000.
create or replace function search_words_with_part(searched_entity text, part text)
returns text[] language sql stable as $$
  -- A column, because row security lets only plain comparisons use the index.
  with searched as materialized (
    select part as range_start, part || chr(1114111) as range_end
  )
  select case
    when count(*) > 1000 then array_agg(word)
    else coalesce(array_agg(distinct word), '{}')
  end
  from (
    select p.word
    from searched, lateral (
      select word from search_part p
      where p.store_id = current_store() and p.entity = searched_entity
        and p.part >= range_start and p.part < range_end
    ) p
    limit 1001
  ) matches
$$;
