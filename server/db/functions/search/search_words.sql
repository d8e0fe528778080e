-- Returns the words that a row is found by.
create or replace function search_words(p product) returns text[] language sql immutable as $$
  select split_search_words(p.searched)
$$;

create or replace function search_words(c category) returns text[] language sql immutable as $$
  select split_search_words(c.name)
$$;

-- An email is one word here, because otherwise every order would have the word `com`.
create or replace function search_words(o "order") returns text[] language sql immutable as $$
  select split_search_words(o.number || ' ' || o.customer_name)
    || case when o.customer_email <> '' then array[left(fold_text(o.customer_email), 64)] else '{}' end
$$;

-- A phone number is also found without its first one to three digits, which may be the country
-- code.
create or replace function search_words(c customer) returns text[] language sql immutable as $$
  select split_search_words(c.name || ' ' || split_part(c.email, '@', 1))
    || case
      when c.email <> '' then array[left(fold_text(c.email), 64), left(fold_text(split_part(c.email, '@', 2)), 64)]
      else '{}'
    end
    || array(
      select substr(digits, n, 64)
      from regexp_replace(c.phone, '\D', '', 'g') digits, generate_series(1, 4) n
      where length(digits) >= n + 4)
$$;
