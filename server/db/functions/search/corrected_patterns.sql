-- Returns a pattern of `like` for each of the first eight search terms of a text. A mistyped term is
-- replaced by its nearest word. The patterns match folded text.
create or replace function corrected_patterns(searched_entity text, input text)
returns text[] language sql stable as $$
  select coalesce(array_agg(to_like_pattern(correct_search_term(searched_entity, term))), '{}')
  from unnest(search_terms(input, 8)) term
$$;
