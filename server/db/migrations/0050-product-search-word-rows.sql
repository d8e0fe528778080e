-- Adds the new search words of existing products. A migration of its own, so that the lock of 0049
-- on the products is released before.
do $$
declare store uuid;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    insert into search_word (business_id, entity, word, id)
      select p.business_id, 'product', word, p.id
      from product p, unnest(split_search_words(product_details(p.product_type, p.tags, p.options))) word
      where p.business_id = store
      on conflict do nothing;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
