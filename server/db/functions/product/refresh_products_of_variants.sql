-- Refreshes the products of the variants that a statement changed, except in work that is undone
-- (`runAndUndo`). The statement that inserts the variants of new products sets `app.are_products_new`
-- (server/product/rule/write-products.ts), because these already have the derived columns. It is reset here, so that
-- later inserts of the transaction refresh their products.
create or replace function refresh_products_of_variants() returns trigger language plpgsql as $$
declare
  ids uuid[];
  ignored text;
begin
  if tg_op = 'INSERT' and current_setting('app.are_products_new', true) = 'on' then
    -- An assignment takes less time than PERFORM.
    ignored := set_config('app.are_products_new', '', true);
    return null;
  end if;
  ids := (select array_agg(distinct product_id) from changed);
  if ids is not null and current_setting('app.is_undone', true) is distinct from 'on' then
    perform refresh_products(ids);
  end if;
  return null;
end $$;
