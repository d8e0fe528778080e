-- Returns the first search terms of a text, folded like the words. `#1001` becomes `1001`. The search
-- dialog takes five terms.
create or replace function search_terms(t text, max_terms integer default 5) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(term order by rank), '{}')
  from (
    select min(rank) as rank, left(word, 64) as term
    from regexp_split_to_table(fold_text(left(t, 400)), '\s+') with ordinality as words(word, rank)
    where word <> ''
    group by 2
    order by 1
    limit max_terms
  ) terms
$$;
