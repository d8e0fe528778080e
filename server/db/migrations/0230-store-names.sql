-- A store was called "business" in the database. The API and the rows of the audit keep that name.
-- Functions whose parameters or columns have the old name; the function files create them anew.
do $$
declare old regprocedure;
begin
  for old in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace
      and exists (select from unnest(proargnames) argument where argument like '%business%')
  loop
    execute format('drop function %s', old);
  end loop;
end $$;

-- Other functions are used by policies and triggers, so they are renamed.
do $$
declare old record;
begin
  for old in
    select oid::regprocedure as signature, proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname like '%business%'
  loop
    execute format('alter function %s rename to %I', old.signature, replace(old.name, 'business', 'store'));
  end loop;
end $$;

alter table business rename to store;
do $$
declare old record;
begin
  for old in
    select c.oid::regclass as relation, a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attname like '%business%'
  loop
    execute format('alter table %s rename column %I to %I',
      old.relation, old.name, replace(old.name, 'business', 'store'));
  end loop;
  for old in
    select conrelid::regclass as relation, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and conname like '%business%' and coninhcount = 0
  loop
    execute format('alter table %s rename constraint %I to %I',
      old.relation, old.name, replace(old.name, 'business', 'store'));
  end loop;
  -- The unique index business__domain__taken has the name of an error of the API.
  for old in
    select oid::regclass as relation, relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('i', 'I') and relname like '%business%'
      and relname not like 'business\_\_%'
  loop
    execute format('alter index %s rename to %I', old.relation, replace(old.name, 'business', 'store'));
  end loop;
  for old in
    select polrelid::regclass as relation, polname as name from pg_policy where polname like '%business%'
  loop
    execute format('alter policy %I on %s rename to %I',
      old.name, old.relation, replace(old.name, 'business', 'store'));
  end loop;
end $$;

-- A condition and a view keep the old name as that of a result.
alter policy person_read on store
  using (id = current_store_or_null() or id in (
    select store_id from membership where person_id = current_person() and status = 'active'));
alter policy person_read on role
  using (store_id in (
    select store_id from membership where person_id = current_person() and status = 'active'));
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
  ('year', 'year', interval '0'),
  ('two_years', 'year', interval '0'),
  ('two_years', 'year', interval '1 year')
) s (span, unit, shift)
where s.span <> 'two_years' or c.kind <> 'category';
