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
  return null;
end $$;
