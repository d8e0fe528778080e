-- Replaces the swatches of a product in the index of its store.
create or replace function index_product_swatches() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from product_swatch where store_id = new.store_id and product_id = new.id;
  end if;
  insert into product_swatch (store_id, name, value, product_id, color, image)
  select new.store_id, lower(o.name), lower(s.value), new.id, s.color, s.image
  from jsonb_to_recordset(new.options) o (name text, swatches jsonb)
  cross join lateral jsonb_to_recordset(o.swatches) s (value text, color text, image text)
  where s.color is not null or s.image is not null
  on conflict do nothing;
  return null;
end $$;
