-- The dashboard finds the best products and customers of a long period among those with the highest sales of the
-- calendar years that it touches. Each year is stored together with the next one, so that any year of days is within
-- one span.
alter table stored_sales_top
  drop constraint sales_top_span_check,
  add constraint stored_sales_top_span_check check (span in ('day', 'month', 'year', 'two_years'));

create or replace view pending_sales_top with (security_invoker = true) as
select c.business_id, c.change_id, c.kind, s.span,
  (date_trunc(s.unit, c.at at time zone b.timezone) - s.shift)::date as starts_on, c.item_id, c.quantity, c.sales
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
cross join (values
  ('day', 'day', interval '0'),
  ('month', 'month', interval '0'),
  ('year', 'year', interval '0'),
  ('two_years', 'year', interval '0'),
  ('two_years', 'year', interval '1 year')
) s (span, unit, shift)
where s.span <> 'two_years' or c.kind <> 'category';

do $$
declare
  store uuid;
begin
  for store in select id from business order by id loop
    perform set_config('app.business_id', store::text, true);
    perform pg_advisory_xact_lock(sales_lock_key(store));
    insert into stored_sales_top (business_id, kind, span, starts_on, item_id, quantity, sales)
    select t.business_id, t.kind, 'two_years', (t.starts_on - s.shift)::date, t.item_id, sum(t.quantity), sum(t.sales)
    from stored_sales_top t
    cross join (values (interval '0'), (interval '1 year')) s (shift)
    where t.business_id = store and t.span = 'year' and t.kind <> 'category'
    group by 1, 2, 4, 5;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;

create index stored_sales_top__highest on stored_sales_top (business_id, kind, span, starts_on, sales desc)
  include (item_id) where span in ('year', 'two_years');
-- Negative sums, such as those of lines with a discount above their price, are not limited by the sums of longer spans.
create index stored_sales_top__negative on stored_sales_top (business_id, kind) where sales < 0 or quantity < 0;
