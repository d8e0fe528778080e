-- Stores the search words of a row after it changed.
create or replace function update_search_words() returns trigger language plpgsql as $$
declare
  old_words text[] := '{}';
  new_words text[] := '{}';
begin
  if tg_op <> 'INSERT' then old_words := search_words(old); end if;
  if tg_op <> 'DELETE' then new_words := search_words(new); end if;
  if tg_op <> 'INSERT' then
    delete from search_word
    where business_id = old.business_id and entity = tg_table_name and id = old.id
      and word = any (array(select unnest(old_words) except select unnest(new_words)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_word (business_id, entity, word, id)
    select new.business_id, tg_table_name, added.word, new.id
    from (select unnest(new_words) except select unnest(old_words)) added(word)
    on conflict do nothing;
  end if;
  return null;
end $$;
