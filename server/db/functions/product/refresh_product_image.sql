-- Sets the image of each product whose images a statement changed to its first image.
create or replace function refresh_product_image() returns trigger language plpgsql as $$
begin
  update product p
  set image = coalesce((
    select m.url
    from product_image i
    join media m on m.store_id = i.store_id and m.id = i.media_id
    where i.store_id = p.store_id and i.product_id = p.id
    order by i.position, i.id
    limit 1), '')
  where p.store_id = current_store() and p.id in (select product_id from changed);
  return null;
end $$;
