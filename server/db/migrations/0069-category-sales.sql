-- The stored totals include the sales of categories, so that the dashboard does not sum all products of a period.
-- Changes of products count for their present categories. A product that changes its categories adds changes of the
-- kind 'category' with its earlier sales.
alter table stored_sales_top
  drop constraint sales_top_kind_check,
  add constraint stored_sales_top_kind_check check (kind in ('product', 'customer', 'category'));
alter table sales_change
  drop constraint sales_change_kind_check,
  add constraint sales_change_kind_check check (kind in ('order', 'product', 'category'));

create or replace view pending_sales_top with (security_invoker = true) as
select c.business_id, c.change_id, c.kind, s.span, date_trunc(s.span, c.at at time zone b.timezone)::date as starts_on,
  c.item_id, c.quantity, c.sales
from (
  select business_id, id as change_id, case kind when 'order' then 'customer' else kind end as kind, at, item_id,
    case kind when 'order' then orders else units::integer end as quantity, net as sales
  from sales_change
  where status not in ('draft', 'cancelled') and item_id <> '00000000-0000-0000-0000-000000000000'
  union all
  select c.business_id, c.id, 'category', c.at, pc.category_id, c.units::integer, c.net
  from sales_change c
  join product_category pc on pc.business_id = c.business_id and pc.product_id = c.item_id
  where c.kind = 'product' and c.status not in ('draft', 'cancelled')
) c
join business b on b.id = c.business_id
cross join (values ('day'), ('month'), ('year')) s (span);

-- Complete, because products can change before the files of the functions are applied. See the file of the function.
create function track_category_sales() returns trigger language plpgsql as $$
declare
  sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  store uuid;
begin
  for store in select distinct business_id from changed order by 1 loop
    perform pg_advisory_xact_lock_shared(sales_lock_key(store));
    if exists (
      select from changed c
      where c.business_id = store and (
        exists (select from order_line l where l.business_id = store and l.product_id = c.product_id)
        or exists (select from sales_change p where p.business_id = store and p.item_id = c.product_id)
      )
    ) then
      insert into sales_change (business_id, kind, item_id, at, status, units, net)
      select store, 'category', s.category_id, min(s.at), 'completed', sign * sum(s.units), sign * sum(s.net)
      from (
        select c.category_id, o.created_at as at, l.quantity - l.returned_quantity as units,
          (l.quantity * l.unit_price - l.discount) * (l.quantity - l.returned_quantity) / l.quantity as net
        from changed c
        join order_line l on l.business_id = c.business_id and l.product_id = c.product_id
        join "order" o on o.business_id = l.business_id and o.id = l.order_id
        where c.business_id = store and is_sale(o.status)
        union all
        select c.category_id, p.at, -p.units, -p.net
        from changed c
        join sales_change p on p.business_id = c.business_id and p.item_id = c.product_id
        where c.business_id = store and p.kind = 'product' and is_sale(p.status)
      ) s
      join business b on b.id = store
      group by s.category_id, (s.at at time zone b.timezone)::date
      having sum(s.units) <> 0 or sum(s.net) <> 0;
      perform add_sales_revision(store);
    end if;
  end loop;
  return null;
end $$;

drop trigger sales_revision_inserted on product_category;
drop trigger sales_revision_deleted on product_category;
drop function add_sales_revision_of_categories();
create trigger sales_inserted after insert on product_category referencing new table as changed
  for each statement execute function track_category_sales();
create trigger sales_deleted after delete on product_category referencing old table as changed
  for each statement execute function track_category_sales();

-- The changes that are not folded yet count for their categories when they are.
do $$
declare
  store uuid;
begin
  for store in select id from business order by id loop
    perform set_config('app.business_id', store::text, true);
    perform pg_advisory_xact_lock(sales_lock_key(store));
    insert into stored_sales_top (business_id, kind, span, starts_on, item_id, quantity, sales)
    select t.business_id, 'category', t.span, t.starts_on, pc.category_id, sum(t.quantity), sum(t.sales)
    from stored_sales_top t
    join product_category pc on pc.business_id = t.business_id and pc.product_id = t.item_id
    where t.business_id = store and t.kind = 'product'
    group by 1, 3, 4, 5;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
