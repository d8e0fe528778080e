-- Returns how many live orders of a customer have a discount, with those that the customer is paying for.
create or replace function count_discount_uses(used_discount uuid, buyer_email text) returns bigint
language sql stable as $$
  select (
    select count(*)
    from customer c
    join "order" o on o.store_id = c.store_id and o.customer_id = c.id and o.status <> 'cancelled'
    join order_discount u on u.store_id = o.store_id and u.order_id = o.id and u.discount_id = used_discount
    where c.store_id = current_store() and c.folded_email = lower(buyer_email) and c.folded_email <> ''
  ) + (
    select count(*)
    from sale s
    where s.store_id = current_store() and s.state = 'held' and buyer_email <> ''
      and lower(s.content #>> '{input,customer,email}') = lower(buyer_email)
      and s.content -> 'discounts' @> jsonb_build_array(jsonb_build_object('discount', used_discount))
  )
$$;
