-- Adds words of a record, and the parts of words that the store does not have yet. Numbers and emails have no
-- parts, because their number would grow with the rows.
-- Two transactions can add the same part, so that neither waits for the other. `erase_customer` and a job
-- (`clean_search_parts`) delete the parts of words that no record has.
create or replace function add_search_words(store uuid, entity_name text, record_id uuid, words text[])
returns void language plpgsql as $$
begin
  if words = '{}' then
    return;
  end if;
  -- The parts found below stay until this transaction ends.
  perform pg_advisory_xact_lock_shared(search_lock_key(store));
  insert into search_word (store_id, entity, word, id)
  select store, entity_name, word, record_id from unnest(words) word
  on conflict do nothing;
  insert into search_part (store_id, entity, part, word)
  select store, entity_name, substr(added.word, position), added.word
  from unnest(words) added (word)
  left join lateral (
    select true as is_found from search_part p
    where p.store_id = store and p.entity = entity_name
      and p.part = substr(added.word, 2) and p.word = added.word
    limit 1
  ) stored on true,
    generate_series(2, length(added.word)) position
  where added.word !~ '[0-9@]' and is_found is null;
end $$;
