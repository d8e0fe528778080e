-- Refreshes the products of the variants that a statement changed, except in work that is undone
-- (`runAndUndo`).
create or replace function refresh_products_of_variants() returns trigger language plpgsql as $$
declare
  ids uuid[] := (select array_agg(distinct product_id) from changed);
begin
  if ids is not null and current_setting('app.is_undone', true) is distinct from 'on' then
    perform refresh_products(ids);
  end if;
  return null;
end $$;
