-- Returns the words that a conversation is found by: its own and those of its messages.
create or replace function conversation_words(store uuid, conversation uuid) returns setof text
language sql stable as $$
  select unnest(search_words(c)) from conversation c where c.store_id = store and c.id = conversation
  union
  select unnest(search_words(m))
  from message m join conversation c on c.store_id = m.store_id and c.id = m.conversation_id
  where m.store_id = store and m.conversation_id = conversation and c.channel <> 'team'
$$;
