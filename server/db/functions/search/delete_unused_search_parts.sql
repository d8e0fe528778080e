-- Deletes the parts of those words that no record of the store has. A transaction that adds a word
-- relies on the parts that it finds. The lock makes it end before this deletion, or wait until this
-- transaction has ended.
create or replace function delete_unused_search_parts(store uuid, words text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(search_lock_key(store));
  -- A separate statement, so that it sees words that were committed while this one waited for the lock.
  delete from search_part p
  using unnest(words) unused (word),
    unnest('{product,order,customer,category,invoice,conversation}'::text[]) searched (entity),
    generate_series(2, length(unused.word)) position
  where p.store_id = store and p.entity = searched.entity
    and p.part = substr(unused.word, position) and p.word = unused.word and not exists (
      select from search_word w
      where w.store_id = store and w.entity = p.entity and w.word = p.word);
end $$;
