-- Refreshes the products of the variants that a statement changed.
create or replace function refresh_products_of_variants() returns trigger language plpgsql as $$
begin
  perform refresh_products((select array_agg(distinct product_id) from changed));
  return null;
end $$;
