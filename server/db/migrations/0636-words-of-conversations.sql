-- Conversations are found by the words of their messages.
alter table search_word
  drop constraint search_word_entity_check,
  add check (entity in ('product', 'order', 'customer', 'category', 'invoice', 'conversation'));
create policy owner_delete on search_word for delete to current_user using (true);

create or replace function split_email_words(email text) returns text[] language sql immutable parallel safe as $$
  select array_remove(
    array[left(folded, 64), left(split_part(folded, '@', 1), 64), left(split_part(folded, '@', 2), 64)]
      || string_to_array(fold_text(
        regexp_replace(split_part(email, '@', 1), '[^[:alnum:]\u00c0-\uffff]+', ' ', 'g')), ' '),
    '')
  from fold_text(email) folded
$$;
create function search_words(c conversation) returns text[] language sql immutable as $$
  select case when c.channel = 'team' then '{}'
    else split_search_words(concat_ws(' ', c.subject, c.name, c.order_number)) || split_email_words(c.email) end
$$;
create function search_words(m message) returns text[] language sql immutable as $$
  select case when m.status = 'draft' then '{}'
    else split_search_words(regexp_replace(
      left(m.text, least(coalesce(nullif(m.quote_start, 0), 2000), 2000)), 'https?://\S+', ' ', 'g')) end
$$;
create function update_conversation_words() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger search_words_added after insert or delete on conversation for each row
  execute function update_conversation_words();
create trigger search_words_changed after update on conversation for each row
  when ((old.subject, old.name, old.email, old.order_number)
    is distinct from (new.subject, new.name, new.email, new.order_number))
  execute function update_conversation_words();
create trigger search_words_added after insert or delete on message for each row
  execute function update_conversation_words();
create trigger search_words_changed after update on message for each row
  when ((old.conversation_id, old.status = 'draft', old.text, old.quote_start)
    is distinct from (new.conversation_id, new.status = 'draft', new.text, new.quote_start))
  execute function update_conversation_words();

alter table search_word no force row level security;
alter table search_part no force row level security;
alter table conversation no force row level security;
alter table message no force row level security;
insert into search_word (store_id, entity, word, id)
select c.store_id, 'conversation', word, c.id from conversation c, unnest(search_words(c)) word
union
select m.store_id, 'conversation', word, m.conversation_id
from message m join conversation c on c.store_id = m.store_id and c.id = m.conversation_id,
  unnest(search_words(m)) word
where c.channel <> 'team';
insert into search_part (store_id, entity, part, word)
select w.store_id, 'conversation', substr(w.word, position), w.word
from (select distinct store_id, word from search_word where entity = 'conversation' and word !~ '[0-9@]') w,
  generate_series(2, length(w.word)) position;
alter table message force row level security;
alter table conversation force row level security;
alter table search_part force row level security;
alter table search_word force row level security;
