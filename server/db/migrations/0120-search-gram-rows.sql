-- Adds the grams of existing products. A migration of its own, so that the lock of 0119 on the
-- products is released before.
do $$
declare
  store uuid;
begin
  for store in select id from business order by id loop
    perform set_config('app.business_id', store::text, true);
    insert into search_gram (business_id, gram)
    select store, gram
    from (
      select distinct gram
      from product p, unnest(search_grams(p.searched)) gram
      where p.business_id = store
    ) added
    where not exists (select from search_gram g where g.business_id = store and g.gram = added.gram);
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
