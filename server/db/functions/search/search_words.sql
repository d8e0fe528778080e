-- Returns the words that a row is found by.
create or replace function search_words(p product) returns text[] language sql immutable as $$
  select split_search_words(p.searched)
$$;

create or replace function search_words(c category) returns text[] language sql immutable as $$
  select split_search_words(c.name)
$$;

create or replace function search_words(o "order") returns text[] language sql immutable as $$
  select split_search_words(o.number) || split_search_words(o.customer_name) || split_email_words(o.customer_email)
$$;

-- The whole number of an invoice and its end, because all others have the same beginning.
create or replace function search_words(i invoice) returns text[] language sql immutable as $$
  select array_remove(array[fold_text(i.number), substring(i.number from '[0-9]+$')], null)
    || split_search_words(concat_ws(' ', i.buyer_name, i.document ->> 'orderNumber'))
$$;

-- A phone number is also found without its first one to three digits, which may be the country
-- code.
create or replace function search_words(c customer) returns text[] language sql immutable as $$
  select split_search_words(c.name) || split_email_words(c.email)
    || array(
      select substr(digits, n, 64)
      from regexp_replace(c.phone, '\D', '', 'g') digits, generate_series(1, 4) n
      where length(digits) >= n + 4)
$$;
