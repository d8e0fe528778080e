-- Erases a customer and everything that names them: records of their own are deleted, their orders keep
-- numbers, amounts and the country and region that taxes depend on. Their values in the audit end too,
-- also those of this erasure, while the hash of each entry stays as it was sealed. Returns the number of
-- orders. Each statement names the store, because policies let the owner of the tables see all stores.
create or replace function erase_customer(erased_id uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  store uuid := current_business();
  person_email text;
  orders uuid[];
  addresses uuid[];
  messages uuid[];
begin
  -- A checkout locks its cart before its customer too.
  perform from cart d
  where d.business_id = store and d.email = (
    select nullif(c.folded_email, '') from customer c where c.business_id = store and c.id = erased_id)
  order by d.id for update;
  orders := array(
    select o.id from "order" o
    where o.business_id = store and (o.customer_id = erased_id or (o.folded_email <> '' and o.folded_email = (
      select c.folded_email from customer c where c.business_id = store and c.id = erased_id)))
    order by o.id for update);
  select c.folded_email into person_email
  from customer c where c.business_id = store and c.id = erased_id for update;
  if not found then return null; end if;

  if person_email <> '' then
    messages := array(select m.id from contact_message m where m.business_id = store and lower(m.email) = person_email);
    delete from contact_message m where m.business_id = store and m.id = any (messages);
    delete from cart c where c.business_id = store and c.email = person_email;
    delete from subscriber s where s.business_id = store and s.email = person_email;
    delete from product_alert a where a.business_id = store and a.email = person_email;
    delete from shopper_code s where s.business_id = store and s.email = person_email;
    delete from shopper_session s where s.business_id = store and s.email = person_email;
  end if;
  delete from notification n
  where n.business_id = store and (
    n.subject_id = any (orders || messages)
    or n.kind = 'review_added' and exists (
      select from review r
      where r.business_id = store and r.order_id = any (orders) and r.product_id = n.subject_id
        and r.name = n.data ->> 'customer'));
  delete from review r where r.business_id = store and r.order_id = any (orders);

  update order_event e set data = e.data - '{text,reason,reference,number,url,tracking}'::text[]
  where e.business_id = store and e.order_id = any (orders);
  update order_return r set reason = '', answer = '' where r.business_id = store and r.order_id = any (orders);
  update order_withdrawal w set name = '', email = '' where w.business_id = store and w.order_id = any (orders);
  update payment p set reference = '', note = '' where p.business_id = store and p.order_id = any (orders);
  update fulfillment f set tracking_number = '', tracking_url = ''
  where f.business_id = store and f.order_id = any (orders);
  update "order" o set
    is_customer_erased = true, customer_id = null, customer_name = '', customer_email = '', customer_phone = '',
    customer_company = '', customer_vat_id = '',
    customer_note = '', note = '', version = o.version + 1, updated_at = now(),
    shipping_address = jsonb_strip_nulls(jsonb_build_object(
      'country', o.shipping_address -> 'country', 'region', o.shipping_address -> 'region')),
    billing_address = jsonb_strip_nulls(jsonb_build_object(
      'country', o.billing_address -> 'country', 'region', o.billing_address -> 'region'))
  where o.business_id = store and o.id = any (orders);
  -- A checkout keeps what was bought, for a payment that comes late.
  update checkout k set frozen = k.frozen #- '{input,customer}' #- '{input,shippingAddress}'
    #- '{input,billingAddress}' #- '{input,customerNote}'
  where k.business_id = store and k.state <> 'open'
    and (k.order_id = any (orders) or lower(k.frozen #>> '{input,customer,email}') = person_email);
  update import_item i set name = '', title = '', changes = '[]'
  where i.business_id = store and i.target = any (orders || erased_id);
  delete from bookmark b
  where b.business_id = store and exists (
    select from unnest(orders || erased_id) id where b.path like '%/' || id || '%');
  delete from customer c where c.business_id = store and c.id = erased_id;
  -- Deliveries that wait end with their events. The events of this erasure have no personal data.
  delete from webhook_event e
  where e.business_id = store and e.record_id = any (orders || erased_id) and e.transaction_started_at < now();

  addresses := array(
    select distinct a.entity_id from audit a
    where a.business_id = store and a.entity = 'customer_address'
      and coalesce(a.after, a.before) ->> 'customer_id' = erased_id::text);
  update audit a set
    erased_digest = audit_digest(a),
    before = a.before - audit_personal_columns(a.entity),
    after = a.after - audit_personal_columns(a.entity),
    ip = case when a.person_id is not null then a.ip end
  where a.business_id = store and a.record_id = any (orders || addresses || erased_id)
    and audit_personal_columns(a.entity) is not null;
  return cardinality(orders);
end $$;
revoke all on function erase_customer from public;
grant execute on function erase_customer to storewright_app;
