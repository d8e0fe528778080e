-- Amounts are stored with the decimals of ISO 4217. Until now they had those of the runtime, whose table gave the currencies
-- below no decimals. Their stores are converted once; the amounts of all other currencies stay.
--
-- Triggers are off meanwhile: a conversion is no change of a price, so it adds no price history, no notifications, no
-- webhook events and no entries to the audit. Sealed entries of the audit keep the amounts that were written then.
create function pg_temp.amount_factor(currency text) returns integer language sql immutable as $$
  select case
    when currency = 'IQD' then 1000
    when currency = any ('{AFN,ALL,COP,HUF,IDR,IRR,KPW,LAK,LBP,MGA,MMK,PKR,SLL,SOS,SYP,YER}') then 100
    else 1
  end
$$;

-- Multiplies the numbers of a JSON value that have one of the names, at any depth.
create function pg_temp.scale_amounts(value jsonb, names text[], factor integer, is_amount boolean default false)
returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(key, pg_temp.scale_amounts(field, names, factor, key = any (names))), '{}')
        from jsonb_each(value) entry (key, field));
    when 'array' then
      return (
        select coalesce(jsonb_agg(pg_temp.scale_amounts(item, names, factor) order by position), '[]')
        from jsonb_array_elements(value) with ordinality entry (item, position));
    when 'number' then
      return case when is_amount then to_jsonb((value #>> '{}')::numeric * factor) else value end;
    -- Values of list filters can be text.
    when 'string' then
      return case
        when is_amount and value #>> '{}' ~ '^\d+$' then to_jsonb(((value #>> '{}')::numeric * factor)::text)
        else value
      end;
    else
      return value;
  end case;
end $$;

do $$
declare
  names constant text[] := '{price,compareAtPrice,priorPrice,cost,subtotal,discountTotal,enteredDiscount,shippingTotal,
    shippingTax,taxTotal,total,paidTotal,refundedTotal,balance,unitPrice,discount,tax,amount,minimumAmount,totalSpent,
    freeFrom,minOrder,priceFrom,priceTo,totalFrom,totalTo}';
  converted constant text[] := '{cart_line,checkout,cms,customer,discount,import_item,list_view,
    notification,order,order_discount,order_event,order_line,payment,payment_refund,payment_session,price_history,product,
    product_alert,shipping_zone,variant,webhook_event}';
  store record;
  name text;
begin
  if not exists (select from business where pg_temp.amount_factor(currency) > 1) then return; end if;
  foreach name in array converted loop
    execute format('alter table %I disable trigger user', name);
  end loop;
  -- The owner sees the views of every person too.
  alter table list_view no force row level security;
  for store in
    select id, pg_temp.amount_factor(currency) as factor from business
    where pg_temp.amount_factor(currency) > 1 order by id
  loop
    perform set_config('app.business_id', store.id::text, true);
    update variant set price = price * store.factor, compare_at_price = compare_at_price * store.factor,
      cost = cost * store.factor, prior_price = prior_price * store.factor
    where business_id = store.id;
    update price_history set price = price * store.factor where business_id = store.id;
    update product set price = price * store.factor, compare_at_price = compare_at_price * store.factor
    where business_id = store.id;
    update product_alert set price = price * store.factor where business_id = store.id;
    update customer set total_spent = total_spent * store.factor where business_id = store.id;
    update "order" set subtotal = subtotal * store.factor, discount_total = discount_total * store.factor,
      entered_discount = entered_discount * store.factor, shipping_total = shipping_total * store.factor,
      shipping_tax = shipping_tax * store.factor, tax_total = tax_total * store.factor, total = total * store.factor,
      paid_total = paid_total * store.factor, refunded_total = refunded_total * store.factor
    where business_id = store.id;
    update order_line set unit_price = unit_price * store.factor, cost = cost * store.factor,
      discount = discount * store.factor, entered_discount = entered_discount * store.factor, tax = tax * store.factor,
      total = total * store.factor
    where business_id = store.id;
    update order_discount set amount = amount * store.factor where business_id = store.id;
    update order_event set data = pg_temp.scale_amounts(data, names, store.factor) where business_id = store.id;
    update payment set amount = amount * store.factor where business_id = store.id;
    update payment_refund set amount = amount * store.factor where business_id = store.id;
    update payment_session set amount = amount * pg_temp.amount_factor(currency) where business_id = store.id;
    update checkout set frozen = pg_temp.scale_amounts(frozen, names, store.factor) where business_id = store.id;
    update cart_line set price = price * pg_temp.amount_factor(currency)
    where business_id = store.id and currency <> '';
    update cart_line set price = price * store.factor where business_id = store.id and currency = '';
    update discount set amount = amount * store.factor, minimum_amount = minimum_amount * store.factor
    where business_id = store.id;
    -- The steps of a rate begin at a total or at a weight.
    update shipping_zone set rates = (
      select coalesce(jsonb_agg(
        pg_temp.scale_amounts(
          rate, case rate ->> 'kind' when 'by_total' then names || '{from}' else names end, store.factor)
        order by position), '[]')
      from jsonb_array_elements(rates) with ordinality entry (rate, position))
    where business_id = store.id;
    update cms set sections = jsonb_set(
      sections, '{checkout}', pg_temp.scale_amounts(sections -> 'checkout', names, store.factor))
    where business_id = store.id and sections ? 'checkout';
    update list_view set query = pg_temp.scale_amounts(query, names, store.factor) where business_id = store.id;
    update notification set data = pg_temp.scale_amounts(data, names, store.factor) where business_id = store.id;
    update webhook_event set data = pg_temp.scale_amounts(data, names, store.factor) where business_id = store.id;
    -- A changed field of a variant is named `variants.Large.price`.
    update import_item set amount = amount * store.factor, changes = (
      select coalesce(jsonb_agg(
        case
          when substring(change ->> 'field' from '[^.]+$') = any (names)
            then pg_temp.scale_amounts(change, '{from,to}', store.factor)
          else change
        end
        order by position), '[]')
      from jsonb_array_elements(changes) with ordinality entry (change, position))
    where business_id = store.id;
    perform rebuild_sales(store.id);
    -- Cached pages show the amounts of before.
    insert into storefront_revision (business_id) values (store.id);
  end loop;
  perform set_config('app.business_id', '', true);
  foreach name in array converted loop
    execute format('alter table %I enable trigger user', name);
  end loop;
  alter table list_view force row level security;
end $$;
drop function pg_temp.amount_factor, pg_temp.scale_amounts;
