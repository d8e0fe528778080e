-- What the search palette looks through, and the pages that people pin.

/* Letters without marks and in lower case: `Crème` and `creme` are the same word. Plain ASCII has no marks to take away. */
create function folded(t text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(t) = length(t) then lower(t) else translate(replace(replace(replace(lower(
    regexp_replace(normalize(t, NFKD), '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0640]', '', 'g')
  ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđı', 'oldi') end
$$;

/* What a person types, as beginnings of words; at most five. `#1001` is `1001`, `mug-l` stays whole. */
create function search_terms(t text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(term order by rank), '{}') from (
    select min(rank) as rank, left(regexp_replace(w, '^[^[:alnum:]\u0080-\uffff]+|[^[:alnum:]\u0080-\uffff]+$', '', 'g'), 64) as term
    from regexp_split_to_table(folded(left(t, 400)), '\s+') with ordinality as s(w, rank)
    group by 2 order by 1 limit 5
  ) terms where term <> ''
$$;

/* The words that something is found by: each as it stands, and the parts of what is joined, such as an SKU. */
create function search_words(t text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(w, 64)), '{}') from (
    select regexp_replace(whole, '^[^[:alnum:]\u0080-\uffff]+|[^[:alnum:]\u0080-\uffff]+$', '', 'g') as w
    from regexp_split_to_table(folded(t), '\s+') whole
    union all
    select part from regexp_split_to_table(folded(t), '[^[:alnum:]\u0080-\uffff]+|[\u2000-\u206f\u3000-\u303f]+') part
  ) words where w <> ''
$$;

/* One row a word. Equality and order are the conditions that row security lets an index serve, and in the collation "C" the
   words that begin alike lie together, so that a beginning is a range. Rows are derived: no foreign key, no audit. */
create table search_word (
  business_id uuid not null default current_business(),
  thing text collate "C" not null check (thing in ('product', 'order', 'customer', 'category')),
  word text collate "C" not null,
  id uuid not null,
  primary key (business_id, thing, word, id)
);
alter table search_word enable row level security;
alter table search_word force row level security;
create policy own_business on search_word using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, delete on search_word to storewright_app;

create function words_of(p product) returns text[] language sql immutable as
  $$ select search_words(p.title || ' ' || p.vendor || ' ' || p.codes) $$;
create function words_of(c category) returns text[] language sql immutable as
  $$ select search_words(c.name) $$;
-- An address is one word here: every order would else carry `com`.
create function words_of(o "order") returns text[] language sql immutable as
  $$ select search_words(o.number || ' ' || o.customer_name) || case when o.customer_email <> '' then array[left(folded(o.customer_email), 64)] else '{}' end $$;
-- A phone number also without its first one to three digits, which may be those of the country.
create function words_of(c customer) returns text[] language sql immutable as $$
  select search_words(c.name || ' ' || split_part(c.email, '@', 1))
    || case when c.email <> '' then array[left(folded(c.email), 64), left(folded(split_part(c.email, '@', 2)), 64)] else '{}' end
    || array(select substr(digits, n, 64) from regexp_replace(c.phone, '\D', '', 'g') digits, generate_series(1, 4) n where length(digits) >= n + 4)
$$;

/* The entity's words after a change of its row. */
create function keep_search_words() returns trigger language plpgsql as $$
declare
  was text[] := '{}';
  now_is text[] := '{}';
begin
  if tg_op <> 'INSERT' then was := words_of(old); end if;
  if tg_op <> 'DELETE' then now_is := words_of(new); end if;
  if tg_op <> 'INSERT' then
    delete from search_word where business_id = old.business_id and thing = tg_table_name and id = old.id
      and word = any (array(select unnest(was) except select unnest(now_is)));
  end if;
  if tg_op <> 'DELETE' then
    insert into search_word (business_id, thing, word, id)
    select new.business_id, tg_table_name, w, new.id from (select unnest(now_is) except select unnest(was)) words(w)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger search_words_added after insert or delete on product for each row execute function keep_search_words();
create trigger search_words_changed after update on product for each row when (old.searched is distinct from new.searched) execute function keep_search_words();
create trigger search_words_added after insert or delete on category for each row execute function keep_search_words();
create trigger search_words_changed after update on category for each row when (old.name is distinct from new.name) execute function keep_search_words();
create trigger search_words_added after insert or delete on "order" for each row execute function keep_search_words();
create trigger search_words_changed after update on "order" for each row
  when ((old.number, old.search) is distinct from (new.number, new.search)) execute function keep_search_words();
create trigger search_words_added after insert or delete on customer for each row execute function keep_search_words();
create trigger search_words_changed after update on customer for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone)) execute function keep_search_words();

-- What there is already.
do $$
declare store uuid;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    insert into search_word (business_id, thing, word, id)
      select p.business_id, 'product', w, p.id from product p, unnest(words_of(p)) w where p.business_id = store
      union select c.business_id, 'category', w, c.id from category c, unnest(words_of(c)) w where c.business_id = store
      union select o.business_id, 'order', w, o.id from "order" o, unnest(words_of(o)) w where o.business_id = store
      union select c.business_id, 'customer', w, c.id from customer c, unnest(words_of(c)) w where c.business_id = store;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;

-- A page that somebody pinned: theirs alone, and gone with their place in the store.
create table bookmark (
  business_id uuid not null default current_business(),
  id uuid not null default new_id(),
  person_id uuid not null default current_person(),
  title text not null check (title <> ''),
  -- Path and query within these pages, never another host.
  address text not null check (address ~ '^/[^/\\]'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (person_id, business_id) references membership (person_id, business_id) on delete cascade
);
create unique index bookmark__address__taken on bookmark (business_id, person_id, address);
create index bookmark__place on bookmark (business_id, person_id, position, id);
alter table bookmark enable row level security;
alter table bookmark force row level security;
create policy own_bookmark on bookmark using (business_id = current_business() and person_id = current_person())
  with check (business_id = current_business() and person_id = current_person());
grant select, insert, update, delete on bookmark to storewright_app;
