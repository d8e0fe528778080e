alter table order_return
  add column number text not null default '',
  add column wish text not null default 'any' check (wish in ('refund', 'exchange', 'any')),
  drop constraint order_return_status_check,
  add check (status in ('requested', 'accepted', 'declined', 'in_transit', 'received', 'settled',
    'canceled'));
create index order_return__created on order_return (store_id, created_at desc, id desc);
create index order_return__status on order_return (store_id, status, created_at desc, id desc);

-- Units of an order line that come back. Damaged and restocked ones are among the received ones.
create table order_return_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  return_id uuid not null,
  line_id uuid not null,
  quantity integer not null check (quantity > 0),
  reason text not null default 'other' check (reason in ('unwanted', 'wrong_size', 'defective',
    'wrong_item', 'not_as_described', 'late', 'other')),
  received_quantity integer not null default 0 check (received_quantity >= 0),
  damaged_quantity integer not null default 0,
  restocked_quantity integer not null default 0,
  missing_quantity integer not null default 0 check (missing_quantity >= 0),
  primary key (store_id, id),
  foreign key (store_id, return_id) references order_return on delete cascade,
  foreign key (store_id, line_id) references order_line on delete cascade,
  check (received_quantity + missing_quantity <= quantity),
  check (damaged_quantity between 0 and received_quantity),
  check (restocked_quantity between 0 and received_quantity)
);
comment on table order_return_line is 'Erasure of a customer
not personal: reason';
create index order_return_line__return on order_return_line (store_id, return_id);
create index order_return_line__line on order_return_line (store_id, line_id);

-- The returns of all stores get their number and their lines.
alter table "order" no force row level security;
alter table order_line no force row level security;
alter table order_return no force row level security, disable trigger audit;
update order_return r set number = n.number
from (
  select t.store_id, t.id,
    o.number || '-R' || row_number() over (partition by t.store_id, t.order_id order by t.id) as number
  from order_return t join "order" o on o.store_id = t.store_id and o.id = t.order_id
) n
where r.store_id = n.store_id and r.id = n.id;
insert into order_return_line (store_id, return_id, line_id, quantity)
select r.store_id, r.id, l.id, sum((u.value ->> 'quantity')::integer)
from order_return r
cross join jsonb_array_elements(r.lines) u
join order_line l on l.store_id = r.store_id and l.order_id = r.order_id and l.id::text = u.value ->> 'line'
group by r.store_id, r.id, l.id
having sum((u.value ->> 'quantity')::integer) > 0;
alter table order_line force row level security;
alter table "order" force row level security;
alter table order_return drop column lines;
comment on table order_return is 'Erasure of a customer
by record: order_id
empty: reason answer
not personal: number status wish';
select belongs_to_store('order_return_line');

-- The check of the new foreign key reads the rows of all stores too.
alter table refund no force row level security;
alter table refund
  add column return_id uuid,
  add foreign key (store_id, return_id) references order_return on delete cascade;
alter table refund force row level security;
alter table order_return force row level security, enable trigger audit;
create index refund__return on refund (store_id, return_id) where return_id is not null;
