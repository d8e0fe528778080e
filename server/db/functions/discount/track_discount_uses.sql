-- Keeps the uses of discounts equal to the live orders that have them.
create or replace function track_discount_uses() returns trigger
language plpgsql as $$
begin
  update discount d set used_count = greatest(d.used_count + case when new.status = 'cancelled' then -1 else 1 end, 0)
  from (
    select discount_id from order_discount
    where business_id = new.business_id and order_id = new.id and discount_id is not null
    order by discount_id
  ) used
  where d.business_id = new.business_id and d.id = used.discount_id;
  update discount_code c set is_used = new.status <> 'cancelled'
  from order_discount u
  where u.business_id = new.business_id and u.order_id = new.id
    and c.business_id = u.business_id and c.discount_id = u.discount_id and c.code = u.code;
  return null;
end $$;
