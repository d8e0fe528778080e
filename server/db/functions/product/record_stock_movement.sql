-- Records each change of a stock. The reason and the order come from the transaction settings
-- `app.stock_reason` and `app.order_id`.
create or replace function record_stock_movement() returns trigger language plpgsql as $$
declare
  old_stock integer := case when tg_op = 'UPDATE' then old.stock else 0 end;
begin
  if new.stock <> old_stock then
    insert into stock_movement (store_id, variant_id, delta, stock_after, reason, order_id, person_id)
    values (new.store_id, new.id, new.stock - old_stock, new.stock,
      coalesce(nullif(current_setting('app.stock_reason', true), ''), 'count'),
      nullif(current_setting('app.order_id', true), '')::uuid, current_person());
  end if;
  return null;
end $$;
