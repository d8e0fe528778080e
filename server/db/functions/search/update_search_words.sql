-- Stores the search words of a row after it changed, and the parts of words that the store does not
-- have yet. Numbers and emails have no parts, because their number would grow with the rows.
-- Two transactions can add the same part, so that neither waits for the other. `erase_customer` and a job
-- (`clean_search_parts`) delete the parts of words that no record has.
create or replace function update_search_words() returns trigger language plpgsql as $$
declare
  old_words text[] := '{}';
  new_words text[] := '{}';
  added_words text[];
begin
  if tg_op <> 'INSERT' then old_words := search_words(old); end if;
  if tg_op <> 'DELETE' then new_words := search_words(new); end if;
  if tg_op <> 'INSERT' then
    delete from search_word
    where store_id = old.store_id and entity = tg_table_name and id = old.id
      and word = any (array(select unnest(old_words) except select unnest(new_words)));
  end if;
  if tg_op <> 'DELETE' then
    added_words := array(select unnest(new_words) except select unnest(old_words));
    -- The parts found below stay until this transaction ends.
    if added_words <> '{}' then
      perform pg_advisory_xact_lock_shared(search_lock_key(new.store_id));
    end if;
    insert into search_word (store_id, entity, word, id)
    select new.store_id, tg_table_name, word, new.id from unnest(added_words) word
    on conflict do nothing;
    insert into search_part (store_id, entity, part, word)
    select new.store_id, tg_table_name, substr(added.word, position), added.word
    from unnest(added_words) added (word)
    left join lateral (
      select true as is_found from search_part p
      where p.store_id = new.store_id and p.entity = tg_table_name
        and p.part = substr(added.word, 2) and p.word = added.word
      limit 1
    ) stored on true,
      generate_series(2, length(added.word)) position
    where added.word !~ '[0-9@]' and is_found is null;
  end if;
  return null;
end $$;
