-- Returns the corrected search terms of a text.
create or replace function correct_search_terms(searched_entity text, input text)
returns text[] language sql stable as $$
  select coalesce(array_agg(correct_search_term(searched_entity, term) order by rank), '{}')
  from unnest(search_terms(input)) with ordinality terms(term, rank)
$$;
