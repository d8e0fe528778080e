-- Returns the words that an email is found by: the whole, its two halves and the words before the @. The
-- domain is one word, because otherwise every record would have the word `com`.
create or replace function split_email_words(email text) returns text[] language sql immutable parallel safe as $$
  select array_remove(
    array[left(folded, 64), left(split_part(folded, '@', 1), 64), left(split_part(folded, '@', 2), 64)]
      || string_to_array(fold_text(
        regexp_replace(split_part(email, '@', 1), '[^[:alnum:]\u00c0-\uffff]+', ' ', 'g')), ' '),
    '')
  from fold_text(email) folded
$$;
