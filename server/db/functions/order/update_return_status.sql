-- Stores in an order whether one of its returns is requested or, otherwise, accepted and not settled.
create or replace function update_return_status() returns trigger language plpgsql as $$
declare
  returned_order constant uuid := coalesce(new.order_id, old.order_id);
  current_status text;
begin
  -- Locked, so that the next statement reads the returns that other transactions committed.
  perform from "order" where store_id = current_store() and id = returned_order for update;
  select case
      when bool_or(status = 'requested') then 'requested'
      when bool_or(status in ('accepted', 'in_transit', 'received')) then 'accepted'
      else 'none'
    end
  into current_status
  from order_return where store_id = current_store() and order_id = returned_order;
  update "order" set return_status = current_status
  where store_id = current_store() and id = returned_order and return_status <> current_status;
  return null;
end $$;
