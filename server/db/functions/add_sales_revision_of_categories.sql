-- Adds a revision when products that were sold change their categories.
create or replace function add_sales_revision_of_categories() returns trigger language plpgsql as $$
declare
  store uuid;
begin
  select business_id into store
  from changed c
  where exists (select from order_line l where l.business_id = c.business_id and l.product_id = c.product_id)
  limit 1;
  if store is not null then perform add_sales_revision(store); end if;
  return null;
end $$;
