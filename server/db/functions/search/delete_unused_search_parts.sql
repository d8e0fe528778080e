-- Deletes the parts of those words that no record of the store has. A transaction that adds a word relies
-- on the parts it finds, so it ends before this one looks, or waits until this one has ended.
create or replace function delete_unused_search_parts(store uuid, words text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(search_lock_key(store));
  -- A statement of its own sees the words that were committed while the lock was awaited.
  delete from search_part p
  using unnest(words) unused (word),
    unnest('{product,order,customer,category}'::text[]) searched (entity),
    generate_series(2, length(unused.word)) position
  where p.store_id = store and p.entity = searched.entity
    and p.part = substr(unused.word, position) and p.word = unused.word and not exists (
      select from search_word w
      where w.store_id = store and w.entity = p.entity and w.word = p.word);
end $$;
