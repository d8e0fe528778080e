-- Sets the image of each product whose images a statement changed to its first image.
create or replace function refresh_product_image() returns trigger language plpgsql as $$
begin
  update product p
  set image = coalesce((
    select m.url
    from product_image i
    join media m on m.business_id = i.business_id and m.id = i.media_id
    where i.business_id = p.business_id and i.product_id = p.id
    order by i.position, i.id
    limit 1), '')
  where p.business_id = current_business() and p.id in (select product_id from changed);
  return null;
end $$;
