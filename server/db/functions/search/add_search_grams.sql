-- Adds the grams of a product that the store does not have yet. Two transactions can add the same
-- gram, so that neither waits for the other. Grams are never deleted. The limit makes the planner look up
-- each gram, instead of reading all of them.
create or replace function add_search_grams() returns trigger language plpgsql as $$
begin
  insert into search_gram (business_id, gram)
  select new.business_id, wanted.gram
  from unnest(search_grams(new.searched)) wanted (gram)
  left join lateral (
    select true as is_found from search_gram g
    where g.business_id = new.business_id and g.gram = wanted.gram
    limit 1
  ) stored on true
  where is_found is null;
  return null;
end $$;
