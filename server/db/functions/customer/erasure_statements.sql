-- Returns a statement for each table that declares which rows belong to a customer: it deletes them, or
-- erases their personal columns. Its parameters are the store, the ids of the customer and of their
-- orders, and their email.
create or replace function erasure_statements() returns setof text language sql stable as $$
  select concat(
    erasure_action(c.relname),
    ' where store_id = $1 and ',
    case line[1] when 'email' then format('%s = $3', line[2]) else format('%I = any ($2)', line[2]) end)
  from pg_class c
  cross join regexp_matches(obj_description(c.oid, 'pg_class'), '^by (email|record): (.+)$', 'gn') line
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname, line
$$;
