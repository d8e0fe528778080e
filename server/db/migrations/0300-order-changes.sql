-- Function files are applied after the migrations, which need the new column names already.
create or replace function belongs_to_store(t regclass, derived text[] default '{}')
returns void language plpgsql as $$
declare
  derived_columns text := (select coalesce(string_agg(quote_literal(name), ', '), '') from unnest(derived) name);
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy own_store on %s
    using (store_id = current_store()) with check (store_id = current_store())', t);
  execute format(
    'create trigger audit after insert or update or delete on %s for each row execute function audit_row(%s)',
    t, derived_columns);
  execute format('grant select, insert, update, delete on %s to storewright_app', t);
end $$;

alter table order_line
  add column removed_quantity integer not null default 0,
  add column unsold_quantity integer not null
    generated always as (returned_quantity + removed_quantity) stored;
alter table order_line
  add check (removed_quantity between 0 and quantity and unsold_quantity <= quantity);
drop trigger audit on order_line;
create trigger audit after insert or update or delete on order_line for each row
  execute function audit_row('folded_sku', 'unsold_quantity');
drop function if exists order_line_net_sales(bigint, integer, integer, bigint);
drop trigger sales_updated on order_line;
create trigger sales_updated after update on order_line for each row
  when (
    (old.order_id, old.product_id, old.quantity, old.unsold_quantity, old.unit_price,
      old.discount)
    is distinct from
    (new.order_id, new.product_id, new.quantity, new.unsold_quantity, new.unit_price,
      new.discount)
  ) execute function track_order_line_sales();

alter table order_event add column before jsonb, add column after jsonb;
comment on table order_event is 'Erasure of a customer
remove text reason reference number url tracking: data
not personal: type actor before after';

alter table fulfillment
  add column service text not null default '',
  add column weight integer,
  add column postage bigint check (postage >= 0),
  add column note text not null default '',
  add column created_at timestamptz not null default now(),
  drop constraint fulfillment_status_check,
  add check (status in ('packed', 'shipped', 'delivered', 'lost', 'cancelled')),
  alter column shipped_at drop not null,
  alter column shipped_at drop default;
alter table fulfillment no force row level security, disable trigger audit;
update fulfillment set created_at = shipped_at;
alter table fulfillment force row level security, enable trigger audit;
comment on table fulfillment is 'Erasure of a customer
empty: tracking_number tracking_url note
not personal: number status carrier lines service';

-- What a refund returns, by line. Its money is rows of `payment` and `payment_refund`.
create table refund (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  reason text not null check (reason in ('returned', 'damaged', 'wrong_item', 'not_delivered',
    'out_of_stock', 'price_adjustment', 'goodwill', 'duplicate', 'other')),
  note text not null default '',
  shipping bigint not null default 0 check (shipping >= 0),
  extra bigint not null default 0 check (extra >= 0),
  fee bigint not null default 0 check (fee >= 0),
  -- The lines, the shipping and the extra amount without the fee.
  amount bigint not null check (amount >= 0),
  -- The tax that the amount contains.
  tax bigint not null default 0 check (tax >= 0),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
comment on table refund is 'Erasure of a customer
empty: note
not personal: reason';
create index refund__order on refund (store_id, order_id, id);
select belongs_to_store('refund');

create table refund_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  refund_id uuid not null,
  line_id uuid not null,
  quantity integer not null check (quantity >= 0),
  amount bigint not null check (amount >= 0),
  tax bigint not null check (tax >= 0),
  units text not null check (units in ('restock', 'write_off', 'keep')),
  primary key (store_id, id),
  foreign key (store_id, refund_id) references refund on delete cascade,
  foreign key (store_id, line_id) references order_line on delete cascade
);
comment on table refund_line is 'Erasure of a customer
not personal: units';
create index refund_line__refund on refund_line (store_id, refund_id);
create index refund_line__line on refund_line (store_id, line_id);
select belongs_to_store('refund_line');
-- The checks of new foreign keys read rows of all stores.
alter table refund no force row level security;
alter table payment no force row level security;
alter table payment
  add column refund_id uuid,
  add foreign key (store_id, refund_id) references refund on delete cascade;
alter table payment_refund no force row level security;
alter table payment_refund
  add column refund_id uuid,
  add foreign key (store_id, refund_id) references refund on delete cascade;
alter table payment_refund force row level security;
alter table payment force row level security;
alter table refund force row level security;
