create table customer (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  address jsonb not null default '{}',
  note text not null default '',
  tags text[] not null default '{}',
  accepts_marketing boolean not null default false,
  -- Derived from the customer's orders (cancelled ones left out).
  order_count integer not null default 0,
  total_spent bigint not null default 0,
  last_order_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index customer__email__taken on customer (business_id, lower(email)) where email <> '';
create index customer__created on customer (business_id, created_at desc, id desc);
create index customer__name on customer (business_id, lower(name), id);
create index customer__spent on customer (business_id, total_spent desc, id desc);
create index customer__last_order on customer (business_id, coalesce(last_order_at, '-infinity'::timestamptz), id);
create index customer__phone on customer (business_id, phone) where phone <> '';
select belongs_to_business('customer', '{order_count,total_spent,last_order_at,version,updated_at}');

create table "order" (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  number text not null,
  status text not null default 'pending' check (status in
    ('draft', 'pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered', 'completed', 'on_hold', 'cancelled', 'returned')),
  payment_status text not null default 'unpaid' check (payment_status in
    ('unpaid', 'authorized', 'partially_paid', 'paid', 'overpaid', 'partially_refunded', 'refunded', 'voided')),
  fulfillment_status text not null default 'unfulfilled' check (fulfillment_status in
    ('unfulfilled', 'partially_fulfilled', 'fulfilled', 'partially_delivered', 'delivered', 'not_required')),
  previous_status text,
  cancel_reason text not null default '',
  customer_id uuid,
  -- A snapshot: an order says who it was for even when the customer is gone.
  customer_name text not null default '',
  customer_email text not null default '',
  customer_phone text not null default '',
  shipping_address jsonb not null default '{}',
  billing_address jsonb not null default '{}',
  shipping_method text not null default '',
  currency char(3) not null,
  subtotal bigint not null default 0,
  discount_total bigint not null default 0,
  shipping_total bigint not null default 0,
  tax_total bigint not null default 0,
  -- true: the prices contain the tax, so the total does not add it
  tax_included boolean not null default false,
  total bigint not null default 0,
  paid_total bigint not null default 0,
  refunded_total bigint not null default 0,
  item_count integer not null default 0,
  note text not null default '',
  customer_note text not null default '',
  tags text[] not null default '{}',
  source text not null default 'manual' check (source in ('storefront', 'manual', 'import', 'phone', 'pos')),
  confirmed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- What a search looks through, folded once here and not at each row of each search.
  search text not null generated always as (lower(customer_name || ' ' || customer_email || ' ' || customer_phone)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customer (business_id, id) on delete set null (customer_id),
  constraint order__number__taken unique (business_id, number),
  check (total = subtotal - discount_total + shipping_total + case when tax_included then 0 else tax_total end),
  check (refunded_total <= paid_total)
);
create index order__created on "order" (business_id, created_at desc, id desc);
create index order__status on "order" (business_id, status, created_at desc, id desc);
create index order__payment on "order" (business_id, payment_status, created_at desc, id desc);
create index order__fulfillment on "order" (business_id, fulfillment_status, created_at desc, id desc);
create index order__total on "order" (business_id, total, id);
create index order__customer on "order" (business_id, customer_id, created_at desc, id desc);
select belongs_to_business('"order"', '{search,version,updated_at}');

/* What an order is worth to the store: its total less what was given back of it. Giving back an overpayment is no loss. */
create function order_worth(o "order") returns bigint language sql immutable as
  $$ select o.total - greatest(o.refunded_total - greatest(o.paid_total - o.total, 0), 0) $$;

/* Keeps the customer's figures beside each change of an order, whoever makes it. Drafts and cancelled orders do not count. */
create function count_order_for_customer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status not in ('draft', 'cancelled') then
    update customer set order_count = order_count - 1, total_spent = total_spent - order_worth(old), last_order_at = (
      select max(o.created_at) from "order" o
      where o.business_id = old.business_id and o.customer_id = old.customer_id and o.status not in ('draft', 'cancelled'))
    where business_id = old.business_id and id = old.customer_id;
  end if;
  if tg_op <> 'DELETE' and new.status not in ('draft', 'cancelled') then
    update customer set order_count = order_count + 1, total_spent = total_spent + order_worth(new),
      last_order_at = greatest(last_order_at, new.created_at)
    where business_id = new.business_id and id = new.customer_id;
  end if;
  return null;
end $$;
create trigger customer_inserted after insert on "order" for each row when (new.customer_id is not null) execute function count_order_for_customer();
create trigger customer_deleted after delete on "order" for each row when (old.customer_id is not null) execute function count_order_for_customer();
create trigger customer_updated after update on "order" for each row
  when ((old.customer_id, order_worth(old), old.status in ('draft', 'cancelled'))
    is distinct from (new.customer_id, order_worth(new), new.status in ('draft', 'cancelled')))
  execute function count_order_for_customer();

create table order_line (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  position integer not null default 0,
  -- No foreign keys: a line is a snapshot and outlives what was sold.
  product_id uuid,
  variant_id uuid,
  title text not null,
  variant_title text not null default '',
  sku text not null default '',
  -- A column, because row security keeps an index on lower(sku) from being used.
  folded_sku text not null generated always as (lower(sku)) stored,
  image text not null default '',
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  cost bigint,
  discount bigint not null default 0 check (discount >= 0),
  tax_rate numeric(6, 3) not null default 0,
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null,
  fulfilled integer not null default 0,
  returned integer not null default 0,
  -- Whether this line took stock, so that giving back never invents any.
  took_stock boolean not null default false,
  requires_shipping boolean not null default true,
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade,
  check (fulfilled between 0 and quantity and returned between 0 and quantity)
);
create index order_line__order on order_line (business_id, order_id, position, id);
create index order_line__sku on order_line (business_id, folded_sku) where folded_sku <> '';
create index order_line__product on order_line (business_id, product_id) where product_id is not null;
select belongs_to_business('order_line', '{folded_sku}');

create table order_event (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  at timestamptz not null default now(),
  type text not null,
  actor_id uuid,
  actor text not null default '',
  data jsonb not null default '{}',
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade
);
create index order_event__order on order_event (business_id, order_id, id);
select belongs_to_business('order_event');

create table payment (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  kind text not null check (kind in ('payment', 'refund')),
  method text not null default 'other' check (method in ('cod', 'cash', 'bank', 'card', 'wallet', 'other')),
  amount bigint not null check (amount > 0),
  reference text not null default '',
  note text not null default '',
  at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade
);
create index payment__order on payment (business_id, order_id, id);
select belongs_to_business('payment');

create table fulfillment (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  number text not null default '',
  status text not null default 'shipped' check (status in ('shipped', 'delivered', 'cancelled')),
  carrier text not null default '',
  tracking_number text not null default '',
  tracking_url text not null default '',
  -- [{ line, quantity }]: which pieces of which lines are in the parcel
  lines jsonb not null default '[]',
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade
);
create index fulfillment__order on fulfillment (business_id, order_id, id);
select belongs_to_business('fulfillment');
