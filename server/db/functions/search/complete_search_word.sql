-- Returns the first word, in alphabetical order, that begins with a text, from the products that the caller can
-- see, written with its accents if a product has them. The text itself comes first if it is a word.
create or replace function complete_search_word(beginning text) returns text language sql stable as $$
  -- The bounds are columns, because row security lets only plain comparisons use the index.
  with bounds as materialized (select beginning as range_start, beginning || chr(1114111) as range_end)
  select coalesce((
    select written from regexp_split_to_table(p.searched, '[[:space:][:punct:]]+') written
    where fold_text(written) = w.word
    limit 1
  ), w.word)
  from bounds
  -- The words of the bounds only: a join would read all words of products. The planner would turn `exists`
  -- into a join, too.
  cross join lateral (
    select word, id from search_word w
    where w.store_id = current_store() and w.entity = 'product'
      and w.word >= range_start and w.word < range_end
      and (select true from product p where p.store_id = current_store() and p.id = w.id)
    order by w.word, w.id
    limit 1
  ) w
  join product p on p.store_id = current_store() and p.id = w.id
$$;
