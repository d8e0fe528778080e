-- Returns the search terms of a text. A term that begins no word of the store is replaced by its
-- first nearest word, if there is one.
create or replace function correct_search_terms(searched_entity text, input text)
returns text[] language sql stable as $$
  select coalesce(array_agg(
    case when search_ids_of_words(searched_entity, array[term]) = '{}'
      then coalesce((nearest_search_words(searched_entity, term))[1], term)
      else term
    end order by rank), '{}')
  from unnest(search_terms(input)) with ordinality terms(term, rank)
$$;
