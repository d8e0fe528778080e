-- Returns whether a text contains another one, both folded. For tables that are small in every store.
create or replace function contains_text(content text, part text) returns boolean
language sql immutable parallel safe as $$
  select fold_text(part) <> '' and fold_text(content) like to_like_pattern(fold_text(part))
$$;
