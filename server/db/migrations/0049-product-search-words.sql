-- Products are also found by their type, tags and option values.
create function product_details(product_type text, tags text[], options jsonb)
returns text language sql immutable parallel safe as $$
  select concat_ws(' ', product_type, array_to_string(tags, ' '),
    (select string_agg(value #>> '{}', ' ') from jsonb_path_query(options, '$[*].values[*]') value))
$$;

drop trigger search_words_changed on product;
alter table product
  drop column searched,
  add column searched text not null generated always as (
    lower(title || ' ' || vendor || ' ' || codes || ' ' || product_details(product_type, tags, options))
  ) stored;
create trigger search_words_changed after update on product for each row
  when (old.searched is distinct from new.searched) execute function update_search_words();
