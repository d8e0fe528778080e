-- Returns whether the text contains all terms. Folds it only if the terms are not in it as it is written, which takes longer.
create or replace function contains_terms(input text, terms text[])
returns boolean language sql immutable as $$
  select bool_and(position(term in input) > 0 or position(term in fold_text(input)) > 0)
  from unnest(terms) term
$$;
