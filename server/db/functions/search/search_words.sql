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

-- Chats of the team are not searched.
create or replace function search_words(c conversation) returns text[] language sql immutable as $$
  select case when c.channel = 'team' then '{}'
    else split_search_words(concat_ws(' ', c.subject, c.name, c.order_number)) || split_email_words(c.email) end
$$;

-- The beginning of the text, without earlier messages that it quotes and without links.
create or replace function search_words(m message) returns text[] language sql immutable as $$
  select case when m.status = 'draft' then '{}'
    else split_search_words(regexp_replace(
      left(m.text, least(coalesce(nullif(m.quote_start, 0), 2000), 2000)), 'https?://\S+', ' ', 'g')) end
$$;
