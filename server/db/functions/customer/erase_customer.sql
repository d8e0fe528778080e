-- Erases a customer and everything that names them: records of their own are deleted, their orders keep
-- numbers, amounts and the country and region that taxes depend on. Their values in the audit end too,
-- also those of this erasure, while the hash of each entry stays as it was sealed. Returns the number of
-- orders. The comments of the tables declare the columns and their rows (personal_columns). Each statement
-- names the store, because policies let the owner of the tables see all stores.
create or replace function erase_customer(erased_id uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  store uuid := current_store();
  person_email text;
  orders uuid[];
  former_orders uuid[];
  addresses uuid[];
  conversations uuid[];
  tasks uuid[];
  words text[];
  statement text;
begin
  -- A checkout locks its cart before its customer too.
  perform from cart d
  where d.store_id = store and d.email = (
    select nullif(c.folded_email, '') from customer c where c.store_id = store and c.id = erased_id)
  order by d.id for update;
  -- A transaction that adds an order takes this lock before it locks the customer.
  perform pg_advisory_xact_lock(search_lock_key(store));
  orders := array(
    select o.id from "order" o
    where o.store_id = store and (o.customer_id = erased_id or (o.folded_email <> '' and o.folded_email = (
      select c.folded_email from customer c where c.store_id = store and c.id = erased_id)))
    order by o.id for update);
  select c.folded_email into person_email
  from customer c where c.store_id = store and c.id = erased_id for update;
  if not found then return null; end if;
  conversations := array(
    select m.id from conversation m
    where m.store_id = store and (m.email = nullif(person_email, '') or m.customer_id = erased_id));
  words := array(
    select unnest(search_words(c)) from customer c where c.store_id = store and c.id = erased_id
    union select unnest(search_words(o)) from "order" o where o.store_id = store and o.id = any (orders)
    union select unnest(search_words(i)) from invoice i
      where i.store_id = store and i.order_id = any (orders) and i.number is null
    union select conversation_words(store, c.id) from conversation c
      where c.store_id = store and (c.id = any (conversations) or c.order_id = any (orders))
    union select unnest(search_words(m)) from message m
      where m.store_id = store and m.from_email = nullif(person_email, ''));

  -- Orders that belong to another customer now. Their history names this one.
  former_orders := array(
    select distinct a.record_id from audit a
    where a.store_id = store and a.entity = 'order'
      and erased_id::text in (a.before ->> 'customer_id', a.after ->> 'customer_id'));
  -- Also tasks and events that are about another record now, whose history names the customer.
  tasks := array(
    select a.entity_id from audit a
    where a.store_id = store and a.entity in ('task', 'calendar_event') and (
      a.record_id = any (orders || erased_id)
      or a.before ->> 'order_id' = any (orders::text[])
      or erased_id::text in (a.before ->> 'customer_id', a.after ->> 'customer_id'))
    union
    select k.id from task k where k.store_id = store and (k.order_id = any (orders) or k.customer_id = erased_id)
    union
    select e.id from calendar_event e
    where e.store_id = store and (e.order_id = any (orders) or e.customer_id = erased_id));
  delete from notification n
  where n.store_id = store and (
    n.subject_id = any (orders || conversations || tasks)
    or n.kind = 'review_added' and exists (
      select from review r
      where r.store_id = store and r.order_id = any (orders) and r.product_id = n.subject_id
        and r.name = n.data ->> 'customer'));
  -- Issued invoices are legal records, which the law requires a store to keep.
  delete from invoice i where i.store_id = store and i.order_id = any (orders) and i.number is null;
  delete from conversation m where m.store_id = store and m.id = any (conversations);
  -- Also what they wrote into the conversations of others.
  delete from message m where m.store_id = store and m.from_email = nullif(person_email, '');
  delete from order_print p where p.store_id = store and p.order_ids && orders;
  -- The address still receives no marketing emails, so its hash stays.
  insert into erased_suppression (store_id, email_hash, reason)
  select store, suppression_hash(s.email), s.reason from email_suppression s
  where s.store_id = store and s.email = nullif(person_email, '')
  on conflict (store_id, email_hash) do update set reason = excluded.reason
  where erased_suppression.reason = 'unsubscribed';
  for statement in select erasure_statements() loop
    execute statement using store, orders || erased_id, nullif(person_email, '');
  end loop;
  execute format('
    update "order" set is_customer_erased = true, customer_id = null, version = version + 1, updated_at = now(), %s
    where store_id = $1 and id = any ($2)', erased_values('order'))
    using store, orders;
  perform erase_former_customer(erased_id, former_orders);
  update order_event e set before = e.before - 'details', after = e.after - 'details'
  where e.store_id = store and e.order_id = any (former_orders) and (e.before ? 'details' or e.after ? 'details');
  update "order" o set corrected_emails = (
    select coalesce(jsonb_object_agg(key, value), '{}')
    from jsonb_each_text(o.corrected_emails)
    where person_email not in (key, lower(value)))
  where o.store_id = store and o.id = any (former_orders) and o.corrected_emails <> '{}';
  -- A sale keeps its lines, for a payment that arrives late.
  execute format('
    update sale set %s
    where store_id = $1 and state <> ''held''
      and (order_id = any ($2) or lower(content #>> ''{input,customer,email}'') = $3)', erased_values('sale'))
    using store, orders, person_email;
  delete from bookmark b
  where b.store_id = store and exists (
    select from unnest(orders || conversations || erased_id) id where b.path like '%/' || id || '%');
  delete from customer c where c.store_id = store and c.id = erased_id;
  -- Triggers have deleted the words of the records, but not their parts.
  perform delete_unused_search_parts(store, words);
  -- Deliveries that wait end with their events. The events of this erasure have no personal data.
  delete from webhook_event e
  where e.store_id = store and e.record_id = any (orders || conversations || erased_id)
    and e.transaction_started_at < now();

  addresses := array(
    select distinct a.entity_id from audit a
    where a.store_id = store and a.entity = 'customer_address'
      and coalesce(a.after, a.before) ->> 'customer_id' = erased_id::text);
  update audit a set
    erased_digest = audit_digest(a),
    before = a.before - t.personal,
    after = a.after - t.personal,
    ip = case when a.person_id is not null then a.ip end
  from (
    select p.table_name,
      coalesce(array_agg(p.column_name) filter (where p.treatment not in ('not personal', 'hidden')), '{}') as personal
    from personal_columns() p
    group by p.table_name
  ) t
  where a.store_id = store and a.entity = t.table_name
    and (a.record_id = any (orders || former_orders || addresses || erased_id)
      or a.entity in ('task', 'calendar_event') and a.entity_id = any (tasks))
    and (t.personal <> '{}' or (a.person_id is null and a.ip is not null));
  return cardinality(orders);
end $$;
revoke all on function erase_customer from public;
grant execute on function erase_customer to storewright_app;
