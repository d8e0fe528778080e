-- Returns the beginnings of words of the store that one typing error separates from the term: two
-- letters in the wrong order, or a letter too many, too few or wrong. Each candidate is looked up in
-- the primary key, so the time does not depend on the size of the store. The letters before the error
-- must begin a word too, so there are no candidates with an error further back. Whole words come alone,
-- and the shortest of several beginnings includes the others. The first letter is correct, and numbers
-- and short terms are never corrected. The plan is reused, because planning takes a third of the time: a
-- mistyped search takes 1.24 times the CPU without it.
create or replace function nearest_search_words(searched_entity text, term text)
returns text[] language sql stable set plan_cache_mode = 'force_generic_plan' as $$
  -- The ends are columns, because row security lets only plain comparisons use the index.
  with beginnings as materialized (
    select i, left(term, i - 1) as beginning, left(term, i - 1) || chr(1114111) as range_end
    from generate_series(2, length(term) + 1) i
    where length(term) between 4 and 20 and term !~ '[0-9]'
  ),
  positions as materialized (
    select i
    from beginnings, lateral (
      select from search_word w
      where w.store_id = current_store() and w.entity = searched_entity
        and w.word >= beginning and w.word < range_end
      limit 1
    ) first_word
  ),
  candidates as (
    select overlay(term placing reverse(substr(term, i, 2)) from i for 2) as candidate from positions
    union
    select overlay(term placing '' from i for 1) from positions
    union
    select overlay(term placing letter from i for length)
    from positions, generate_series(0, 1) length, regexp_split_to_table(case
      when term ~ '[a-z]' then 'abcdefghijklmnopqrstuvwxyz'
      when term ~ '[\u0621-\u064a]' then 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي'
    end, '') letter
  ),
  ranges as materialized (
    select candidate, candidate || chr(1114111) as range_end from candidates where candidate <> term
  ),
  -- The words of drafts are stored too. Row security hides drafts from shoppers. The planner would turn
  -- `exists` into a join with all products.
  matches as materialized (
    select candidate, word = candidate as is_whole
    from ranges, lateral (
      select word from search_word w
      where w.store_id = current_store() and w.entity = searched_entity
        and w.word >= candidate and w.word < range_end
        and (searched_entity <> 'product'
          or (select true from product p where p.store_id = current_store() and p.id = w.id))
      order by w.word limit 1
    ) first_word
  ),
  nearest as (
    select candidate from matches
    where is_whole or not exists (select from matches where is_whole)
  )
  select coalesce(array_agg(candidate order by candidate), '{}') from nearest
  where not exists (
    select from nearest shorter
    where shorter.candidate <> nearest.candidate and starts_with(nearest.candidate, shorter.candidate))
$$;
