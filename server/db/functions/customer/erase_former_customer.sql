-- Erases what a customer has sent, and what names them, on orders that belong to another customer now: the
-- rows from their time as the customer of the order. Its parcels and payments stay, because they are facts of
-- the order, and so does all that the email of the same person was corrected for.
create or replace function erase_former_customer(erased_id uuid, former_orders uuid[]) returns void
language plpgsql as $$
declare
  store constant uuid := current_store();
  erased_orders uuid[];
  starts timestamptz[];
  ends timestamptz[];
  part record;
begin
  select array_agg(id), array_agg(since), array_agg(until) into erased_orders, starts, ends
  from (
    select o.id,
      min(a.at) filter (where a.after ->> 'customer_id' = erased_id::text) as since,
      least(o.customer_since, max(a.at) filter (
        where a.before ->> 'customer_id' = erased_id::text
          and a.after ->> 'customer_id' is distinct from erased_id::text)) as until
    from "order" o
    join audit a on a.store_id = o.store_id and a.entity = 'order' and a.record_id = o.id
    where o.store_id = store and o.id = any (former_orders) and o.customer_since is not null
    group by o.id, o.customer_since
  ) period;
  for part in
    select c.relname as name, case c.relname when 'order_event' then 'at' else 'created_at' end as time
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and obj_description(c.oid, 'pg_class') ~ '\nby record: order_id\n'
      and c.relname not in ('fulfillment', 'payment')
  loop
    execute format('
      %s where store_id = $1 and exists (
        select from unnest($2, $3, $4) p (id, since, until)
        where p.id = order_id and %2$I >= coalesce(p.since, %2$I) and %2$I < p.until)',
      erasure_action(part.name), part.time)
      using store, erased_orders, starts, ends;
  end loop;
  update "order" o set customer_note = '', checkout_answers = '[]', version = version + 1, updated_at = now()
  from unnest(erased_orders, starts, ends) p (id, since, until)
  where o.store_id = store and o.id = p.id and (o.customer_note <> '' or o.checkout_answers <> '[]')
    and o.created_at >= coalesce(since, o.created_at) and o.created_at < until;
  delete from notification n using unnest(erased_orders, ends) p (id, until)
  where n.store_id = store and n.subject_id = p.id and n.created_at < until;
end $$;
revoke all on function erase_former_customer from public;
