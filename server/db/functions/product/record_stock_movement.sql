-- Records the changed stocks of a statement. The reason and the order come from the transaction settings
-- `app.stock_reason` and `app.order_id`. The stock of a sale is not audited (the triggers of `variant`), so it is
-- announced here.
create or replace function record_stock_movement() returns trigger language plpgsql as $$
declare
  stock_reason text := coalesce(nullif(current_setting('app.stock_reason', true), ''), 'count');
  source_order_id uuid := nullif(current_setting('app.order_id', true), '')::uuid;
begin
  if tg_op = 'UPDATE' then
    insert into stock_movement (store_id, variant_id, delta, stock_after, reason, order_id, person_id)
    select n.store_id, n.id, n.stock - o.stock, n.stock, stock_reason, source_order_id, current_person()
    from changed n join old_variants o on o.store_id = n.store_id and o.id = n.id
    where n.stock <> o.stock;
    if found and stock_reason in ('order', 'hold', 'release') then
      perform announce_change(concat_ws(' ', 'record_changed', (select store_id from changed limit 1), 'product',
        nullif(current_setting('app.tab_id', true), '')));
    end if;
  else
    insert into stock_movement (store_id, variant_id, delta, stock_after, reason, order_id, person_id)
    select n.store_id, n.id, n.stock, n.stock, stock_reason, source_order_id, current_person()
    from changed n where n.stock <> 0;
  end if;
  return null;
end $$;
