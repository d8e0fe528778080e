-- Records how a change of an order line changes the sales.
create or replace function track_order_line_sales() returns trigger language plpgsql as $$
declare
  o "order";
begin
  if tg_op <> 'INSERT' then
    select * into o from "order" where business_id = old.business_id and id = old.order_id;
    if found then perform record_line_sales(old, o, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    select * into o from "order" where business_id = new.business_id and id = new.order_id;
    if found then perform record_line_sales(new, o, 1); end if;
  end if;
  return null;
end $$;
