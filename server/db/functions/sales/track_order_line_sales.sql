-- Adds the sales of new, changed or deleted order lines to the sales changes. Returned and removed units do not
-- count. Lines that are deleted with their order were added by `track_order_sales`.
create or replace function track_order_line_sales() returns trigger language plpgsql as $$
declare
  sold_at timestamptz;
begin
  if tg_op = 'UPDATE' then
    with added as (
      insert into sales_change (store_id, kind, item_id, at, status, units, net)
      select o.store_id, 'product', l.product_id, o.created_at, o.status,
        sum(l.sign * (l.quantity - l.unsold_quantity)),
        sum(l.sign * order_line_net_sales(l.unit_price, l.quantity, l.unsold_quantity, l.discount))
      from (select -1 as sign, * from old_lines union all select 1, * from changed) l
      join "order" o on o.store_id = l.store_id and o.id = l.order_id
      where is_sale(o.status) and l.product_id is not null
      group by o.store_id, o.id, l.product_id
      having sum(l.sign * (l.quantity - l.unsold_quantity)) <> 0
        or sum(l.sign * order_line_net_sales(l.unit_price, l.quantity, l.unsold_quantity, l.discount)) <> 0
      returning at
    )
    select min(at) into sold_at from added;
  else
    with added as (
      insert into sales_change (store_id, kind, item_id, at, status, units, net)
      select l.store_id, 'product', l.product_id, o.created_at, o.status,
        tg_argv[0]::integer * (l.quantity - l.unsold_quantity),
        tg_argv[0]::integer * order_line_net_sales(l.unit_price, l.quantity, l.unsold_quantity, l.discount)
      from changed l
      join "order" o on o.store_id = l.store_id and o.id = l.order_id
      where is_sale(o.status) and l.product_id is not null
      returning at
    )
    select min(at) into sold_at from added;
  end if;
  perform add_sales_revision_of_day(sold_at);
  return null;
end $$;
