-- The order line whose units a line replaces without payment, so that no unit is replaced twice. Orders that replaced
-- units before have an event with their number, and their lines have the variants of the replaced ones.
alter table order_line no force row level security, disable trigger audit;
alter table "order" no force row level security;
alter table order_event no force row level security;
alter table order_line
  add column replaces_line_id uuid,
  add foreign key (store_id, replaces_line_id) references order_line
    on delete set null (replaces_line_id);
update order_line n set replaces_line_id = (
  select l.id from order_line l
  where l.store_id = n.store_id and l.order_id = f.original_order_id and l.variant_id = n.variant_id
  order by l.position, l.id limit 1
)
from "order" f
where f.store_id = n.store_id and f.id = n.order_id and f.original_order_id is not null and exists (
  select from order_event e
  where e.store_id = f.store_id and e.order_id = f.original_order_id and e.type = 'units_replaced'
    and e.data ->> 'order' = f.number);
create index order_line__replaces on order_line (store_id, replaces_line_id)
  where replaces_line_id is not null;
alter table order_event force row level security;
alter table "order" force row level security;
alter table order_line enable trigger audit, force row level security;
