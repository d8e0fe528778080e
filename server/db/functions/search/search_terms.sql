-- Returns the first search terms of a text; each term is the beginning of a word. `#1001` becomes
-- `1001`, `mug-l` stays whole.
create or replace function search_terms(t text, max_terms integer) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(term order by rank), '{}')
  from (
    select min(rank) as rank,
      left(regexp_replace(word, '^[^[:alnum:]\u0080-\uffff]+|[^[:alnum:]\u0080-\uffff]+$', '', 'g'), 64) as term
    from regexp_split_to_table(fold_text(left(t, 400)), '\s+') with ordinality as words(word, rank)
    group by 2
    order by 1
    limit max_terms
  ) terms
  where term <> ''
$$;

-- The search dialog takes five terms.
create or replace function search_terms(t text) returns text[] language sql immutable parallel safe as $$
  select search_terms(t, 5)
$$;
