-- Opens a settled claim again when an order that replaces its units is canceled, and settles it when the
-- order is reopened and no units are left.
create or replace function update_claim_status() returns trigger language plpgsql as $$
begin
  if new.status = 'cancelled' then
    update order_return set status = 'accepted'
    where store_id = current_store() and id = new.return_id and kind = 'claim' and status = 'settled';
  else
    update order_return c set status = 'settled'
    where c.store_id = current_store() and c.id = new.return_id and c.kind = 'claim'
      and c.status = 'accepted' and not exists (
        select from order_return_line l
        where l.store_id = c.store_id and l.return_id = c.id
          and l.quantity > count_replaced_units(c.id, l.line_id) + count_refunded_units(c.id, l.line_id)
      );
  end if;
  return null;
end $$;
