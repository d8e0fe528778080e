-- Keeps the uses of discounts equal to the live orders that have them.
create or replace function track_discount_uses() returns trigger
language plpgsql as $$
begin
  update discount d set used_count = greatest(d.used_count + case when new.status = 'cancelled' then -1 else 1 end, 0)
  from (
    select discount_id from order_discount
    where store_id = new.store_id and order_id = new.id and discount_id is not null
    order by discount_id
  ) used
  where d.store_id = new.store_id and d.id = used.discount_id;
  update discount_code c set is_used = new.status <> 'cancelled'
  from order_discount u
  where u.store_id = new.store_id and u.order_id = new.id
    and c.store_id = u.store_id and c.discount_id = u.discount_id and c.code = u.code;
  return null;
end $$;
