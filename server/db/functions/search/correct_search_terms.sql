-- Returns the search terms of a text. A term that no word of the store has is replaced by its first
-- nearest word.
create or replace function correct_search_terms(searched_entity text, input text)
returns text[] language sql stable as $$
  select coalesce(array_agg(
    case
      when search_ids_of_words(searched_entity, array[term], search_words_with_part(searched_entity, term)) = '{}'
        then coalesce((nearest_search_words(searched_entity, term))[1], term)
      else term
    end order by rank), '{}')
  from unnest(search_terms(input)) with ordinality terms(term, rank)
$$;
