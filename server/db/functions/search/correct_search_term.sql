-- Returns the search term, or its first nearest word if the term begins no word of the store.
create or replace function correct_search_term(searched_entity text, term text)
returns text language sql stable as $$
  select case
    when search_ids_of_words(searched_entity, array[term]) = '{}'
      then coalesce((nearest_search_words(searched_entity, term))[1], term)
    else term
  end
$$;
