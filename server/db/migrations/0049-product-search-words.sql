-- Products are also found by their type, tags and option values.
drop trigger search_words_changed on product;
create trigger search_words_changed after update on product for each row
  when ((old.searched, old.product_type, old.tags, old.options)
    is distinct from (new.searched, new.product_type, new.tags, new.options))
  execute function update_search_words();

do $$
declare store uuid;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    insert into search_word (business_id, entity, word, id)
      select p.business_id, 'product', word, p.id
      from product p, unnest(split_search_words(p.product_type || ' ' || array_to_string(p.tags, ' ') || ' '
        || jsonb_path_query_array(p.options, '$[*].values[*]')::text)) word
      where p.business_id = store
      on conflict do nothing;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
