-- Keeps the totals of a customer with each change of an order. Drafts and canceled orders do not
-- count.
create or replace function update_customer_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status not in ('draft', 'cancelled') and new.status not in ('draft', 'cancelled')
    and (old.customer_id, old.created_at) = (new.customer_id, new.created_at) then
    update customer set total_spent = total_spent - order_net_value(old) + order_net_value(new)
    where store_id = new.store_id and id = new.customer_id and order_net_value(old) <> order_net_value(new);
    return null;
  end if;
  if tg_op <> 'INSERT' and old.status not in ('draft', 'cancelled') then
    update customer
    set order_count = order_count - 1, total_spent = total_spent - order_net_value(old), last_order_at = (
      select max(o.created_at)
      from "order" o
      where o.store_id = old.store_id and o.customer_id = old.customer_id
        and o.status not in ('draft', 'cancelled'))
    where store_id = old.store_id and id = old.customer_id;
  end if;
  if tg_op <> 'DELETE' and new.status not in ('draft', 'cancelled') then
    update customer
    set order_count = order_count + 1, total_spent = total_spent + order_net_value(new),
      last_order_at = greatest(last_order_at, new.created_at)
    where store_id = new.store_id and id = new.customer_id;
  end if;
  return null;
end $$;
