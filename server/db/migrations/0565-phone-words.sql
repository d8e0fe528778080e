-- Orders and customers are found by each part of a phone number with at least five digits. The words of a
-- phone number begin with a sign.
create function phone_words(phone text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg('+' || substr(digits, n)), '{}')
  from right(regexp_replace(phone, '\D', '', 'g'), 15) digits, generate_series(1, length(digits) - 4) n
  where substr(digits, n, 1) <> '0'
$$;
alter table "order" no force row level security;
alter table customer no force row level security;
alter table search_word no force row level security;
delete from search_word w using customer c
where w.store_id = c.store_id and w.entity = 'customer' and w.id = c.id
  and w.word = any (array(
    select substr(digits, n, 64)
    from regexp_replace(c.phone, '\D', '', 'g') digits, generate_series(1, 4) n
    where length(digits) >= n + 4))
  and position(w.word in lower(c.name || ' ' || c.email)) = 0;
insert into search_word (store_id, entity, word, id)
select store_id, 'customer', word, id from customer, unnest(phone_words(phone)) word
union
select store_id, 'order', word, id from "order", unnest(phone_words(customer_phone)) word;
alter table search_word force row level security;
alter table customer force row level security;
alter table "order" force row level security;
