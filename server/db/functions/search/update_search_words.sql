-- Stores the search words of a row after it changed, and the parts of words that the store does not
-- have yet.
create or replace function update_search_words() returns trigger language plpgsql as $$
declare
  old_words text[] := '{}';
  new_words text[] := '{}';
begin
  if tg_op <> 'INSERT' then old_words := search_words(old); end if;
  if tg_op <> 'DELETE' then new_words := search_words(new); end if;
  if tg_op <> 'INSERT' then
    delete from search_word
    where store_id = old.store_id and entity = tg_table_name and id = old.id
      and word = any (array(select unnest(old_words) except select unnest(new_words)));
  end if;
  if tg_op <> 'DELETE' then
    perform add_search_words(
      new.store_id, tg_table_name, new.id, array(select unnest(new_words) except select unnest(old_words)));
  end if;
  return null;
end $$;
