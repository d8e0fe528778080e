-- Returns the number of products in a category and in the categories below it, as the product list
-- finds them.
create or replace function category_product_count(root uuid) returns integer language sql stable as $$
  with recursive branch as (
    select root as id
    union all
    select c.id from category c join branch on c.parent = branch.id
    where c.store_id = current_store()
  )
  select count(distinct pc.product_id)::integer
  from product_category pc join branch on branch.id = pc.category_id
  where pc.store_id = current_store()
$$;
