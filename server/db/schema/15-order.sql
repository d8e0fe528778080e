-- One row for each store. A transaction locks it only while it takes the next number.
create table order_counter (
  store_id uuid primary key references store on delete cascade,
  last_number bigint not null default 1000
);
alter table order_counter enable row level security, force row level security;
create policy own_store on order_counter
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update on order_counter to storewright_app;

create table "order" (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  number text not null,
  source text not null default 'manual'
    check (source in ('storefront', 'manual', 'import', 'phone', 'pos')),
  status text not null default 'pending'
    check (status in ('draft', 'pending', 'confirmed', 'processing', 'ready', 'shipped',
      'delivered', 'completed', 'on_hold', 'cancelled', 'returned')),
  previous_status text,
  payment_status text not null default 'unpaid'
    check (payment_status in ('unpaid', 'authorized', 'partially_paid', 'paid', 'overpaid',
      'partially_refunded', 'refunded', 'voided')),
  fulfillment_status text not null default 'unfulfilled'
    check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled',
      'partially_delivered', 'delivered', 'not_required')),
  -- Whether a return is requested or, otherwise, accepted.
  return_status text not null default 'none'
    constraint order__return_status check (return_status in ('none', 'requested', 'accepted')),
  -- Whether units of its lines came back.
  return_progress text not null default 'none'
    check (return_progress in ('none', 'partially_returned', 'returned')),
  cancel_reason text not null default '',
  customer_id uuid,
  -- An order whose customer was erased gets no other customer.
  is_customer_erased boolean not null default false,
  -- Since when the order has its customer. Null if it never had another one.
  customer_since timestamptz,
  -- Since when the link of its page is valid. Null if every link is valid.
  link_since timestamptz,
  -- Maps earlier emails of the same person, which issued documents contain, to the current one.
  corrected_emails jsonb not null default '{}',
  -- Copies, so that an order names its customer after the customer is deleted.
  customer_name text not null default '',
  customer_email text not null default '',
  folded_email text not null generated always as (lower(customer_email)) stored,
  customer_phone text not null default '',
  customer_company text not null default '',
  customer_vat_id text not null default '',
  -- The texts that a search reads, folded once.
  search text not null generated always as (
    lower(customer_name || ' ' || customer_email || ' ' || customer_phone)
  ) stored,
  language text not null default '',
  shipping_address jsonb not null default '{}',
  -- Columns for the filters of the list, because row security keeps an index on an expression from being
  -- used.
  shipping_country text not null
    generated always as (coalesce(shipping_address ->> 'country', '')) stored,
  billing_address jsonb not null default '{}',
  currency char(3) not null,
  item_count integer not null default 0,
  subtotal bigint not null default 0,
  discount_total bigint not null default 0,
  -- The discount that staff entered, as a part of discount_total, and whether the discounts without
  -- a code apply, so that the items can be edited. Null for orders of the storefront.
  entered_discount bigint check (entered_discount >= 0),
  automatic_discounts boolean not null default false,
  shipping_total bigint not null default 0,
  -- A part of tax_total.
  shipping_tax bigint not null default 0,
  shipping_tax_rate numeric(6,3) not null default 0,
  tax_total bigint not null default 0,
  -- True: the prices contain the tax, so that the total does not add it.
  tax_included boolean not null default false,
  tax_exemption text not null default '' check (tax_exemption in ('', 'reverse_charge', 'exempt')),
  total bigint not null default 0,
  paid_total bigint not null default 0,
  refunded_total bigint not null default 0,
  -- The part of refunded_total that was paid above the total. It reduces no sales.
  refunded_overpayment bigint not null default 0,
  -- The part of refunded_total that reduces the net sales, derived from the refunds.
  refunded_net bigint not null default 0,
  -- The price of returned and removed units that is not due, because it was not paid.
  unsold_total bigint not null default 0,
  -- The payment method at the time of the order. `bank_account` has accountHolder, iban, bic and
  -- transferReference.
  payment_method text not null default '',
  folded_payment_method text not null generated always as (lower(payment_method)) stored,
  payment_instructions text not null default '',
  bank_account jsonb,
  shipping_method text not null default '',
  folded_shipping_method text not null generated always as (lower(shipping_method)) stored,
  -- The days that the shopper saw when placing the order.
  delivery_from date,
  delivery_to date,
  note text not null default '',
  customer_note text not null default '',
  -- The labels and values of the fields that the seller added to the checkout.
  checkout_answers jsonb not null default '[]',
  has_note boolean not null generated always as (note <> '' or customer_note <> '') stored,
  tags text[] not null default '{}',
  -- The order that it exchanges or replaces.
  original_order_id uuid,
  -- The return or the claim that it exchanges or replaces.
  return_id uuid,
  -- The hash of the cart's token. A checkout that is sent twice finds its order.
  cart_hash bytea,
  -- Archived orders are hidden in the list, but are found and counted in reports.
  archived_at timestamptz,
  -- When the shopper was reminded of a cart before the order.
  reminded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  confirmed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  canceled_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, customer_id) references customer on delete set null (customer_id),
  foreign key (store_id, original_order_id) references "order"
    on delete set null (original_order_id),
  constraint order__number__taken unique (store_id, number),
  check (
    total = subtotal - discount_total + shipping_total
      + case when tax_included then 0 else tax_total end
  ),
  check (refunded_total <= paid_total)
);
comment on table "order" is 'Erasure of a customer
empty: customer_name customer_email customer_phone customer_company customer_vat_id customer_note
empty: note corrected_emails checkout_answers
keep country region: shipping_address billing_address
not personal: number source status previous_status payment_status fulfillment_status return_status
not personal: return_progress cancel_reason
not personal: language currency tax_exemption payment_method payment_instructions bank_account
not personal: shipping_method tags
hidden: cart_hash';
-- Conditions of triggers call this function. Its file replaces the body.
create function becomes_paid(before "order", after "order") returns boolean language sql immutable
  as 'select false';
create index order__created on "order" (store_id, created_at desc, id desc);
create index order__status on "order" (store_id, status, created_at desc, id desc);
create index order__payment on "order" (store_id, payment_status, created_at desc, id desc);
create index order__fulfillment on "order"
  (store_id, fulfillment_status, created_at desc, id desc);
create index order__active on "order" (store_id, created_at desc, id desc)
  where archived_at is null;
create index order__draft on "order" (updated_at, store_id) where status = 'draft';
create index order__archived on "order" (store_id, created_at desc, id desc)
  where archived_at is not null;
-- The tabs of the order list that have several statuses.
create index order__open on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready');
create index order__to_ship on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready')
    and fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'partially_delivered');
create index order__unpaid on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered',
      'completed', 'on_hold')
    and payment_status in ('unpaid', 'authorized', 'partially_paid')
    and archived_at is null;
create index order__returns on "order" (store_id, created_at desc, id desc)
  where status in ('pending', 'confirmed', 'processing', 'ready', 'shipped', 'delivered',
      'completed', 'on_hold')
    and return_status in ('requested', 'accepted')
    and archived_at is null;
create index order__delivered on "order" (store_id, delivered_at) where delivered_at is not null;
create index order__completed on "order" (store_id, created_at desc, id desc)
  where status in ('delivered', 'completed') and archived_at is null;
create index order__canceled_or_returned on "order" (store_id, created_at desc, id desc)
  where status in ('cancelled', 'returned') and archived_at is null;
create index order__return_progress on "order" (store_id, created_at desc, id desc)
  where return_progress in ('partially_returned', 'returned');
create index order__cancel_reason on "order" (store_id, cancel_reason, created_at desc, id desc)
  where cancel_reason <> '';
create index order__source on "order" (store_id, source, created_at desc, id desc)
  include (archived_at);
create index order__shipping_country on "order"
  (store_id, shipping_country, created_at desc, id desc) include (archived_at);
create index order__shipping_method on "order"
  (store_id, folded_shipping_method, created_at desc, id desc) include (archived_at);
create index order__payment_method on "order"
  (store_id, folded_payment_method, created_at desc, id desc) include (archived_at);
create index order__note on "order" (store_id, has_note, created_at desc, id desc)
  include (archived_at);
create index order__total on "order" (store_id, total, id);
create index order__customer on "order" (store_id, customer_id, created_at desc, id desc);
create unique index order__cart on "order" (store_id, cart_hash) where cart_hash is not null;
create index order__email on "order" (store_id, folded_email, id desc) where folded_email <> '';
create index order__phone on "order" (store_id, customer_phone, created_at desc, id desc)
  where customer_phone <> '';
create index order__original on "order" (store_id, original_order_id)
  where original_order_id is not null;
create index order__return on "order" (store_id, return_id) where return_id is not null;
create index order__reminded on "order" (store_id, created_at desc)
  where reminded_at is not null;
select belongs_to_store('"order"');
-- The number of items follows from the lines, the sums of payments from the payments, the fulfillment status of an
-- existing order from its parcels, and the times of its statuses are those of their entries.
drop trigger audit on "order";
create trigger audit after insert or delete on "order" for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method', 'folded_payment_method', 'has_note',
    'return_status', 'return_progress', 'customer_since', 'link_since', 'corrected_emails', 'item_count', 'paid_total',
    'refunded_total', 'version', 'updated_at');
create trigger audit_update after update on "order" for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row(
    'folded_email', 'search', 'shipping_country', 'folded_shipping_method', 'folded_payment_method', 'has_note',
    'return_status', 'return_progress', 'customer_since', 'link_since', 'corrected_emails', 'item_count', 'paid_total',
    'refunded_total', 'version', 'updated_at', 'fulfillment_status', 'confirmed_at', 'shipped_at', 'delivered_at',
    'completed_at', 'canceled_at');
-- For list_stores_with_expired_drafts.
create policy owner_read on "order" for select to current_user using (true);
create trigger customer_deleted after delete on "order" for each row
  when (old.customer_id is not null) execute function update_customer_totals();
create trigger customer_inserted after insert on "order" for each row
  when (new.customer_id is not null) execute function update_customer_totals();
-- PostgreSQL parses `language sql` functions in trigger conditions again for each statement, so this compares columns.
create trigger customer_updated after update on "order" for each row
  when (
    (old.customer_id, old.total, old.refunded_total, old.refunded_overpayment, old.unsold_total)
    is distinct from
    (new.customer_id, new.total, new.refunded_total, new.refunded_overpayment, new.unsold_total)
    or (old.status in ('draft', 'cancelled'))
      is distinct from (new.status in ('draft', 'cancelled'))
  ) execute function update_customer_totals();
create trigger derive_refunded_net before insert or update on "order" for each row
  when (new.refunded_total <> 0 or new.refunded_net <> 0) execute function derive_refunded_net();
create trigger leave_archive before update on "order" for each row
  when (
    old.archived_at is not null and new.archived_at is not null
    and new.status not in ('delivered', 'completed', 'cancelled', 'returned')
  ) execute function leave_archive();
-- Staff are not notified of past orders, such as imported ones.
create trigger notification_inserted after insert on "order" for each row
  when (
    new.source <> 'import' and new.status <> 'draft' and new.created_at > now() - interval '1 day'
  ) execute function add_order_notification();
create trigger notification_placed after update of status on "order" for each row
  when (old.status = 'draft' and new.status not in ('draft', 'cancelled'))
  execute function add_order_notification();
-- Before, because the lines are deleted with the order.
create trigger sales_deleted before delete on "order" for each row
  execute function track_order_sales();
create trigger sales_inserted after insert on "order" for each row
  execute function track_order_sales();
create trigger sales_updated after update on "order" for each row
  when (
    (old.status, old.payment_status, old.fulfillment_status, old.return_status,
      old.archived_at is null, old.customer_id, old.created_at, old.item_count, old.subtotal,
      old.discount_total, old.shipping_total, old.tax_total, old.paid_total, old.refunded_total,
      old.refunded_overpayment, old.refunded_net, old.unsold_total, old.total)
    is distinct from
    (new.status, new.payment_status, new.fulfillment_status, new.return_status,
      new.archived_at is null, new.customer_id, new.created_at, new.item_count, new.subtotal,
      new.discount_total, new.shipping_total, new.tax_total, new.paid_total, new.refunded_total,
      new.refunded_overpayment, new.refunded_net, new.unsold_total, new.total)
  ) execute function track_order_sales();
create trigger search_words_added after insert or delete on "order" for each row
  execute function update_search_words();
create trigger search_words_changed after update on "order" for each row
  when ((old.number, old.search) is distinct from (new.number, new.search))
  execute function update_search_words();
create trigger set_reminded_at before insert on "order" for each row
  when (new.source = 'storefront' and new.customer_email <> '') execute function set_reminded_at();
create trigger start_customer before update on "order" for each row
  when (
    not new.is_customer_erased and case when old.customer_email = ''
      then old.customer_id <> new.customer_id
      else lower(old.customer_email) <> lower(new.customer_email) end
  ) execute function start_customer_of_order();
create trigger tags_deleted after delete on "order" for each row
  when (old.tags <> '{}') execute function update_order_tags();
create trigger tags_inserted after insert on "order" for each row
  when (new.tags <> '{}') execute function update_order_tags();
create trigger tags_updated after update of tags on "order" for each row
  when (old.tags <> new.tags) execute function update_order_tags();
create trigger track_discount_uses after update of status on "order" for each row
  when ((old.status = 'cancelled') is distinct from (new.status = 'cancelled'))
  execute function track_discount_uses();
create constraint trigger webhook_answered after insert or update of return_id, status on "order"
  deferrable initially deferred for each row when (new.return_id is not null)
  execute function enqueue_webhook_event('return.updated', 'order_return');
create constraint trigger webhook_canceled after update on "order" deferrable initially deferred
  for each row when (old.status not in ('draft', 'cancelled') and new.status = 'cancelled')
  execute function enqueue_webhook_event('order.cancelled');
-- An order that is paid when it is created is a paid order as well.
create constraint trigger webhook_created_paid after insert on "order"
  deferrable initially deferred for each row
  when (new.source <> 'import' and new.status <> 'draft' and becomes_paid(null, new.*))
  execute function enqueue_webhook_event('order.paid');
-- The status tells whether the last units have left, also if others arrived before.
create constraint trigger webhook_fulfilled after update on "order" deferrable initially deferred
  for each row
  when (
    new.fulfillment_status <> 'not_required'
    and old.status not in ('shipped', 'delivered', 'completed', 'returned')
    and new.status in ('shipped', 'delivered', 'completed', 'returned')
  ) execute function enqueue_webhook_event('order.fulfilled');
-- Imported and other past orders send no event. A draft is not an order yet.
create constraint trigger webhook_inserted after insert on "order" deferrable initially deferred
  for each row when (new.source <> 'import' and new.status <> 'draft')
  execute function enqueue_webhook_event('order.created');
create constraint trigger webhook_paid after update on "order" deferrable initially deferred
  for each row when (becomes_paid(old.*, new.*))
  execute function enqueue_webhook_event('order.paid');
create constraint trigger webhook_placed after update on "order" deferrable initially deferred
  for each row when (old.status = 'draft' and new.status not in ('draft', 'cancelled'))
  execute function enqueue_webhook_event('order.created');
create constraint trigger webhook_updated after update on "order" deferrable initially deferred
  for each row when (old.status <> 'draft' and old.* is distinct from new.*)
  execute function enqueue_webhook_event('order.updated');

-- The tags of each order, by which its orders are found.
create table order_tag (
  store_id uuid not null default current_store() references store on delete cascade,
  tag text not null,
  order_id uuid not null,
  primary key (store_id, tag, order_id)
);
comment on table order_tag is 'Erasure of a customer
not personal: tag';
alter table order_tag enable row level security, force row level security;
create policy own_store on order_tag
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on order_tag to storewright_app;

-- No foreign keys to products and variants: a line is a copy and outlives them.
create table order_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  position integer not null default 0,
  product_id uuid,
  variant_id uuid,
  title text not null,
  variant_title text not null default '',
  sku text not null default '',
  -- A column, because row security keeps an index on lower(sku) from being used.
  folded_sku text not null generated always as (lower(sku)) stored,
  image text not null default '',
  requires_shipping boolean not null default true,
  withdrawal_exception text not null default 'none'
    check (withdrawal_exception in ('none', 'customMade', 'perishable', 'hygiene', 'digital')),
  quantity integer not null check (quantity > 0),
  fulfilled_quantity integer not null default 0,
  returned_quantity integer not null default 0,
  -- Units that are not shipped, because their price was refunded before.
  removed_quantity integer not null default 0,
  unsold_quantity integer not null generated always as (returned_quantity + removed_quantity) stored,
  -- Whether the line took stock, so that a return never adds stock that was not taken.
  is_stock_deducted boolean not null default false,
  unit_price bigint not null check (unit_price >= 0),
  cost bigint,
  discount bigint not null default 0 check (discount >= 0),
  -- The part of the discount that staff entered.
  entered_discount bigint check (entered_discount >= 0),
  tax_rate numeric(6,3) not null default 0,
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null,
  -- The line of an earlier order whose units this line replaces without payment.
  replaces_line_id uuid,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, replaces_line_id) references order_line
    on delete set null (replaces_line_id),
  check (fulfilled_quantity between 0 and quantity and returned_quantity between 0 and quantity),
  check (removed_quantity between 0 and quantity and unsold_quantity <= quantity)
);
comment on table order_line is 'Erasure of a customer
not personal: title variant_title sku image withdrawal_exception';
create index order_line__order on order_line (store_id, order_id, position, id);
create index order_line__replaces on order_line (store_id, replaces_line_id)
  where replaces_line_id is not null;
-- With the orders, so that they are found in the index alone.
create index order_line__sku on order_line (store_id, folded_sku, order_id) where folded_sku <> '';
create index order_line__product on order_line (store_id, product_id, order_id)
  where product_id is not null;
select belongs_to_store('order_line', '{folded_sku,image,fulfilled_quantity,unsold_quantity}');
create trigger sales_deleted after delete on order_line
  referencing old table as changed for each statement execute function track_order_line_sales('-1');
create trigger sales_inserted after insert on order_line
  referencing new table as changed for each statement execute function track_order_line_sales('1');
create trigger sales_updated after update on order_line
  referencing old table as old_lines new table as changed for each statement
  execute function track_order_line_sales();

-- The discounts of an order at the time of the order. The order is audited with its totals.
create table order_discount (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  discount_id uuid,
  name text not null,
  code text not null,
  folded_code text not null generated always as (lower(code)) stored,
  amount bigint not null check (amount >= 0),
  primary key (store_id, id),
  foreign key (store_id, discount_id) references discount on delete set null (discount_id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
comment on table order_discount is 'Erasure of a customer
not personal: name code';
create index order_discount__code on order_discount (store_id, folded_code, order_id)
  where folded_code <> '';
create index order_discount__order on order_discount (store_id, order_id);
create index order_discount__discount on order_discount (store_id, discount_id);
alter table order_discount enable row level security, force row level security;
create policy own_store on order_discount
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on order_discount to storewright_app;

create table order_event (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  at timestamptz not null default now(),
  type text not null,
  actor_id uuid,
  actor text not null default '',
  data jsonb not null default '{}',
  -- The lines, amounts, statuses and changed details before and after a change of the order. Null for
  -- other events.
  before jsonb,
  after jsonb,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade
);
comment on table order_event is 'Erasure of a customer
by record: order_id
remove text note reason reference trackingNumber file number url tracking: data
remove details: before after
not personal: type actor';
create index order_event__order on order_event (store_id, order_id, id);
select belongs_to_store('order_event', '{before,after}');
-- The audit has the rows that were changed with the event: of the order, its parts and its payments.
drop trigger audit on order_event;
create trigger audit after update or delete on order_event for each row
  when (current_setting('app.is_undone', true) is distinct from 'on') execute function audit_row('before', 'after');
create trigger audit_insert after insert on order_event for each row
  when (current_setting('app.is_undone', true) is distinct from 'on'
    and new.before is null and new.type not in ('created', 'payment_recorded'))
  execute function audit_row('before', 'after');
