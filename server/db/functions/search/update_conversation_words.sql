-- Stores the search words of a conversation after it or one of its messages changed. A word stays as long as
-- the conversation or one of its messages has it.
create or replace function update_conversation_words() returns trigger language plpgsql as $$
declare
  changed_id uuid;
  kept_words text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    if tg_table_name = 'message' then changed_id := old.conversation_id; else changed_id := old.id; end if;
    -- Expired conversations are deleted outside a store, where no message can be read.
    if exists (select from conversation c where c.store_id = old.store_id and c.id = changed_id) then
      kept_words := array(select conversation_words(old.store_id, changed_id));
    end if;
    delete from search_word w
    where w.store_id = old.store_id and w.entity = 'conversation' and w.id = changed_id
      and w.word = any (array(select unnest(search_words(old)) except select unnest(kept_words)));
  end if;
  if tg_op <> 'DELETE' then
    if tg_table_name = 'message' then changed_id := new.conversation_id; else changed_id := new.id; end if;
    perform add_search_words(c.store_id, 'conversation', c.id, search_words(new))
    from conversation c
    where c.store_id = new.store_id and c.id = changed_id and c.channel <> 'team';
  end if;
  return null;
end $$;
