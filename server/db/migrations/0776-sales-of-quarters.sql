-- The highest sales of a period are found among those of its months, quarters and years, by index. Products need
-- no spans of two years.
alter table stored_sales_top drop constraint stored_sales_top_span_check;
drop index stored_sales_top__highest;
alter table stored_sales_top no force row level security;
delete from stored_sales_top where span = 'two_years' and kind = 'product';
insert into stored_sales_top (store_id, kind, span, starts_on, item_id, quantity, sales)
select store_id, kind, 'quarter', date_trunc('quarter', starts_on)::date, item_id, sum(quantity), sum(sales)
from stored_sales_top where span = 'month'
group by 1, 2, 3, 4, 5
having sum(quantity) <> 0 or sum(sales) <> 0
order by 1, 2, 3, 4, 5;
alter table stored_sales_top force row level security;
alter table stored_sales_top
  add constraint stored_sales_top_span_check check (span in ('day', 'month', 'quarter', 'year', 'two_years'));
create index stored_sales_top__highest on stored_sales_top
  (store_id, kind, span, starts_on, sales desc) include (item_id)
  where span <> 'day' and kind <> 'category';
create or replace view pending_sales_top with (security_invoker = true) as
select c.store_id, c.change_id, c.kind, s.span,
  (date_trunc(s.unit, c.at at time zone b.timezone) - s.shift)::date as starts_on, c.item_id,
  c.quantity, c.sales
from (
  select store_id, id as change_id, case kind when 'order' then 'customer' else kind end as kind,
    at, item_id, case kind when 'order' then orders else units::integer end as quantity,
    net as sales
  from sales_change
  where status not in ('draft', 'cancelled')
    and item_id <> '00000000-0000-0000-0000-000000000000'
  union all
  select c.store_id, c.id, 'category', c.at, pc.category_id, c.units::integer, c.net
  from sales_change c
  join product_category pc on pc.store_id = c.store_id and pc.product_id = c.item_id
  where c.kind = 'product' and c.status not in ('draft', 'cancelled')
) c
join store b on b.id = c.store_id
cross join (values
  ('day', 'day', interval '0'),
  ('month', 'month', interval '0'),
  ('quarter', 'quarter', interval '0'),
  ('year', 'year', interval '0'),
  ('two_years', 'year', interval '0'),
  ('two_years', 'year', interval '1 year')
) s (span, unit, shift)
where s.span <> 'two_years' or c.kind = 'customer';
