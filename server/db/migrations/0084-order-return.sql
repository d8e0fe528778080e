-- Returns that shoppers request on the page of their order. A line of `lines` is the id of an order line and a quantity.
create table order_return (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  status text not null default 'requested' check (status in ('requested', 'accepted', 'declined')),
  reason text not null default '',
  lines jsonb not null,
  -- The message of the seller to the shopper.
  answer text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade
);
create index order_return__order on order_return (business_id, order_id);
select belongs_to_business('order_return');

-- The withdrawal from the contract of an order, as its shopper stated it.
create table order_withdrawal (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint order_withdrawal__order unique (business_id, order_id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade
);
select belongs_to_business('order_withdrawal');

-- Adds kinds of notifications to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s)
      or kind in (''order_canceled'', ''order_withdrawn'', ''return_requested''))',
    substring(present from '^CHECK (.*)$'));
end $$;
