-- Returns the words that a row is found by.
create or replace function search_words(p product) returns text[] language sql immutable as $$
  select split_search_words(p.searched)
$$;

create or replace function search_words(c category) returns text[] language sql immutable as $$
  select split_search_words(c.name)
$$;

create or replace function search_words(o "order") returns text[] language sql immutable as $$
  select split_search_words(o.number) || split_search_words(o.customer_name)
    || split_email_words(o.customer_email) || phone_words(o.customer_phone)
$$;

-- The whole number of an invoice and its end, because all others have the same beginning.
create or replace function search_words(i invoice) returns text[] language sql immutable as $$
  select array_remove(array[fold_text(i.number), substring(i.number from '[0-9]+$')], null)
    || split_search_words(concat_ws(' ', i.buyer_name, i.document ->> 'orderNumber'))
$$;

create or replace function search_words(c customer) returns text[] language sql immutable as $$
  select split_search_words(c.name) || split_email_words(c.email) || phone_words(c.phone)
$$;
