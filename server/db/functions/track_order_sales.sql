-- Records how a change of an order changes the sales. A statement that changes the status of an
-- order must not change its lines too: they are read here as it left them.
create or replace function track_order_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform record_order_sales(old, -1); end if;
  if tg_op <> 'DELETE' then perform record_order_sales(new, 1); end if;
  if tg_op = 'DELETE' then
    perform record_line_sales(l, old, -1)
    from order_line l
    where l.business_id = old.business_id and l.order_id = old.id;
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (is_sale(old.status), old.created_at) is distinct from (is_sale(new.status), new.created_at) then
    perform record_line_sales(l, old, -1), record_line_sales(l, new, 1)
    from order_line l
    where l.business_id = new.business_id and l.order_id = new.id;
  end if;
  return null;
end $$;
