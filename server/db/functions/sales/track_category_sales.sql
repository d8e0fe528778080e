-- Adds the earlier sales of products to the sales changes of their new categories, and subtracts them
-- from those they left. Changes of products that are not summed yet count for the current categories
-- anyway, so they are left out. The lock keeps summations from adding them meanwhile to the categories
-- that they see. Returned and removed units do not count. A product without order lines can have changes
-- of orders that were deleted.
create or replace function track_category_sales() returns trigger language plpgsql as $$
declare
  sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  changed_store uuid;
begin
  for changed_store in select distinct store_id from changed order by 1 loop
    perform pg_advisory_xact_lock_shared(sales_lock_key(changed_store));
    if exists (
      select from changed c
      where c.store_id = changed_store and (
        exists (select from order_line l where l.store_id = changed_store and l.product_id = c.product_id)
        or exists (select from sales_change p where p.store_id = changed_store and p.item_id = c.product_id)
      )
    ) then
      insert into sales_change (store_id, kind, item_id, at, status, units, net)
      select changed_store, 'category', s.category_id, min(s.at), 'completed', sign * sum(s.units), sign * sum(s.net)
      from (
        select c.category_id, o.created_at as at, l.quantity - l.unsold_quantity as units,
          order_line_net_sales(l.unit_price, l.quantity, l.unsold_quantity, l.discount) as net
        from changed c
        join order_line l on l.store_id = c.store_id and l.product_id = c.product_id
        join "order" o on o.store_id = l.store_id and o.id = l.order_id
        where c.store_id = changed_store and is_sale(o.status)
        union all
        select c.category_id, p.at, -p.units, -p.net
        from changed c
        join sales_change p on p.store_id = c.store_id and p.item_id = c.product_id
        where c.store_id = changed_store and p.kind = 'product' and is_sale(p.status)
      ) s
      join store on store.id = changed_store
      group by s.category_id, (s.at at time zone store.timezone)::date
      having sum(s.units) <> 0 or sum(s.net) <> 0;
      perform add_sales_revision(changed_store);
    end if;
  end loop;
  return null;
end $$;
