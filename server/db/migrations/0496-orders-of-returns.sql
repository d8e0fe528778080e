-- Orders name the return or the claim that they exchange or replace, so that a claim can have several of them.
-- How many of its units were replaced follows from these orders.
alter table "order" no force row level security, disable trigger user;
alter table order_return no force row level security;
alter table order_event no force row level security;
alter table "order"
  add column return_id uuid,
  add foreign key (store_id, return_id) references order_return on delete set null (return_id);
update "order" o set return_id = r.id
from order_return r
where r.store_id = o.store_id and r.order_id = o.original_order_id and (
  r.exchange_order_id = o.id or r.kind = 'claim' and exists (
    select from order_event e
    where e.store_id = r.store_id and e.order_id = r.order_id and e.type = 'units_replaced'
      and e.data ->> 'order' = o.number and e.data ->> 'return' = r.number
  )
);
create index order__return on "order" (store_id, return_id) where return_id is not null;
alter table order_return drop column exchange_order_id;
alter table order_return_line drop column replaced_quantity;
-- The file of the function replaces its body.
create function update_claim_status() returns trigger language plpgsql as 'begin return null; end';
create trigger update_claim_status after update of status on "order" for each row
  when (new.return_id is not null and (old.status = 'cancelled') <> (new.status = 'cancelled'))
  execute function update_claim_status();
alter table order_event force row level security;
alter table order_return force row level security;
alter table "order" enable trigger user, force row level security;
