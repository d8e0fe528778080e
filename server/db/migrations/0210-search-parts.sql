-- The words of search_word lose their punctuation, and search_part replaces search_gram.
drop trigger search_grams_added on product;
drop trigger search_grams_changed on product;
drop function add_search_grams();
drop function has_search_grams(text);
drop function search_grams(text);
drop function corrected_patterns(text, text);
drop function correct_search_term(text, text);
drop function search_records(text, text, integer);
drop function search_ids_of_words(text, text[]);
drop table search_gram;

create table search_part (
  business_id uuid not null default current_business() references business on delete cascade,
  entity text collate "C" not null,
  part text collate "C" not null,
  word text collate "C" not null,
  id uuid not null default new_id(),
  primary key (business_id, entity, part, word, id)
);
alter table search_part enable row level security, force row level security;
create policy own_business on search_part
  using (business_id = current_business()) with check (business_id = current_business());
create policy storefront on search_part as restrictive for select to storewright_storefront
  using (entity = 'product');
grant select, insert on search_part to storewright_app;
grant select on search_part to storewright_storefront;

-- Reads and changes search_word only, so that records stay open to writes. Each store is current in turn,
-- because row security applies to the owner too.
create function pg_temp.strip_word(word text) returns text language sql immutable as $$
  select regexp_replace(
    word, '[^[:alnum:]@\u00c0-\uffff]+|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb]+', '', 'g')
$$;
do $$
declare
  store uuid;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    create temp table changed_word on commit drop as
    select entity, word, pg_temp.strip_word(translate(word, '×', 'x')) as stripped, id
    from search_word
    where business_id = store and word ~ '[^[:alnum:]@\u00c0-\uffff]|[\u02b0-\u02ff\u2000-\u206f\u3000-\u303f\u30fb×]';
    insert into search_word (entity, word, id)
    select entity, stripped, id from changed_word where stripped <> ''
    union
    -- An order is found by the domain of its email and the words before the @, as a customer is.
    select 'order', email_word, id
    from changed_word c, regexp_split_to_table(
      pg_temp.strip_word(split_part(c.word, '@', 2)) || ' ' || pg_temp.strip_word(split_part(c.word, '@', 1))
        || ' ' || regexp_replace(split_part(c.word, '@', 1), '[^[:alnum:]\u00c0-\uffff]+', ' ', 'g'),
      '\s+') email_word
    where c.entity = 'order' and c.word ~ '@' and email_word <> ''
    on conflict do nothing;
    delete from search_word w using changed_word c
    where w.business_id = store and w.entity = c.entity and w.word = c.word and w.id = c.id;
    drop table changed_word;
    insert into search_part (entity, part, word)
    select entity, substr(word, position), word
    from (
      select distinct entity, word from search_word where business_id = store and word !~ '[0-9@]'
    ) words,
      generate_series(2, length(word)) position;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
