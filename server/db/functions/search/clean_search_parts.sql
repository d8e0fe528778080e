-- Deletes the parts of up to `max_words` words that no record of their store has, and returns the number of
-- these words. Runs as the owner of the tables, for all stores.
create or replace function clean_search_parts(max_words integer) returns integer language plpgsql as $$
declare
  unused record;
  word_count integer := 0;
begin
  -- Ordered by store, so that two runs do not deadlock: each store is locked until the transaction ends.
  for unused in
    select store_id, array_agg(word) as words
    from (
      select p.store_id, p.word from search_part p
      where p.part = substr(p.word, 2) and not exists (
        select from search_word w
        where w.store_id = p.store_id and w.entity = p.entity and w.word = p.word)
      limit max_words
    ) parts
    group by store_id order by store_id
  loop
    perform delete_unused_search_parts(unused.store_id, unused.words);
    word_count := word_count + cardinality(unused.words);
  end loop;
  return word_count;
end $$;
