-- Opens a settled claim again when an order that replaces its units is canceled, and settles it when the
-- order is reopened and no units are left. The timeline of the order with the claim shows both. The order that
-- is exchanged or replaced gets a new version, because its replaced units have changed.
create or replace function update_claim_status() returns trigger language plpgsql as $$
declare
  claim order_return;
begin
  update "order" set version = version + 1, updated_at = now()
  where store_id = current_store() and id = new.original_order_id;
  if new.status = 'cancelled' then
    update order_return set status = 'accepted'
    where store_id = current_store() and id = new.return_id and kind = 'claim' and status = 'settled'
    returning * into claim;
  else
    update order_return c set status = 'settled'
    where c.store_id = current_store() and c.id = new.return_id and c.kind = 'claim'
      and c.status = 'accepted' and not exists (
        select from order_return_line l
        where l.store_id = c.store_id and l.return_id = c.id
          and l.quantity > count_replaced_units(c.id, l.line_id) + count_refunded_units(c.id, l.line_id)
      )
    returning * into claim;
  end if;
  if claim.id is not null then
    insert into order_event (order_id, type, actor_id, actor, data)
    values (
      claim.order_id,
      case claim.status when 'settled' then 'claim_settled' else 'claim_reopened' end,
      current_person(),
      coalesce((select full_name from person where id = current_person()), ''),
      jsonb_build_object('return', claim.number, 'order', new.number));
  end if;
  return null;
end $$;
