-- Returns a pattern for each search term of a text, with mistyped words replaced by their nearest word.
-- They match folded texts.
create or replace function corrected_patterns(searched_entity text, input text)
returns text[] language sql stable as $$
  select coalesce(array_agg('%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'), '{}')
  from unnest(correct_search_terms(searched_entity, input)) term
$$;
