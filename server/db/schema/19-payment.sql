create table payment_method (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('cash_on_delivery', 'bank_transfer', 'cash_at_pickup', 'other',
    'stripe', 'mollie')),
  name text not null,
  -- Shoppers see them after the order, such as where to send the money.
  instructions text not null default '',
  -- The account of a bank transfer. Empty if the instructions describe it.
  account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  transfer_reference text not null default '',
  enabled boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table payment_method is 'Erasure of a customer
not personal: kind name instructions account_holder iban bic transfer_reference';
create unique index payment_method__name__taken on payment_method (store_id, lower(name));
select belongs_to_store('payment_method', '{version,updated_at}');
create policy storefront on payment_method as restrictive for select to storewright_storefront
  using (enabled);
grant select (
  store_id, id, kind, name, enabled, position
) on payment_method to storewright_storefront;
-- Pages offer a checkout with the first online payment method.
create trigger storefront_changed after insert or update or delete on payment_method
  for each row execute function add_storefront_revision();

-- A refund. Its money is in rows of `payment` and `payment_refund`, its units in `refund_line`.
create table refund (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  reason text not null check (reason in ('returned', 'damaged', 'wrong_item', 'not_delivered',
    'out_of_stock', 'price_adjustment', 'goodwill', 'duplicate', 'other')),
  note text not null default '',
  -- The refunded part of the shipping price.
  shipping bigint not null default 0 check (shipping >= 0),
  -- An amount that belongs to no line, such as a reduction after a complaint.
  additional_amount bigint not null default 0 check (additional_amount >= 0),
  -- The part of `additional_amount` that was paid above the total. It reduces no price.
  overpayment bigint not null default 0 check (overpayment between 0 and additional_amount),
  -- The amount that the store keeps.
  fee bigint not null default 0 check (fee >= 0),
  -- The sum of the lines, `shipping` and `additional_amount`, less `fee`.
  amount bigint not null check (amount >= 0),
  -- The tax that the amount contains.
  tax bigint not null default 0 check (tax >= 0),
  -- The return that it settles.
  return_id uuid,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, return_id) references order_return on delete cascade
);
comment on table refund is 'Erasure of a customer
by record: order_id
empty: note
not personal: reason';
create index refund__order on refund (store_id, order_id, id);
create index refund__return on refund (store_id, return_id) where return_id is not null;
select belongs_to_store('refund');
create constraint trigger webhook_refunded after insert on refund deferrable initially deferred
  for each row when (new.return_id is not null)
  execute function enqueue_webhook_event('return.updated', 'order_return');

create table refund_line (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  refund_id uuid not null,
  line_id uuid not null,
  quantity integer not null check (quantity >= 0),
  amount bigint not null check (amount >= 0),
  tax bigint not null check (tax >= 0),
  disposition text not null check (disposition in ('restock', 'write_off', 'keep')),
  primary key (store_id, id),
  foreign key (store_id, refund_id) references refund on delete cascade,
  foreign key (store_id, line_id) references order_line on delete cascade
);
comment on table refund_line is 'Erasure of a customer
not personal: disposition';
create index refund_line__refund on refund_line (store_id, refund_id);
create index refund_line__line on refund_line (store_id, line_id);
select belongs_to_store('refund_line');

create table payment (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  kind text not null check (kind in ('payment', 'refund')),
  method text not null default 'other'
    check (method in ('cod', 'cash', 'bank', 'card', 'wallet', 'other', 'exchange')),
  amount bigint not null check (amount > 0),
  reference text not null default '',
  note text not null default '',
  at timestamptz not null default now(),
  -- Of an online payment, with its id at the provider.
  provider text not null default '',
  provider_payment_id text not null default '',
  refund_id uuid,
  -- The part of a refund that was paid above the total of its order.
  overpayment bigint not null default 0 check (overpayment between 0 and amount),
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, refund_id) references refund on delete cascade
);
comment on table payment is 'Erasure of a customer
by record: order_id
empty: reference note
not personal: kind method provider provider_payment_id';
create index payment__order on payment (store_id, order_id, id);
create index payment__refund on payment (store_id, refund_id) where refund_id is not null;
-- No payment is recorded twice.
create unique index payment__provider on payment (store_id, provider, provider_payment_id)
  where kind = 'payment' and provider <> '';
select belongs_to_store('payment');

-- The account of a store at a payment provider.
create table payment_account (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  provider text not null check (provider in ('stripe', 'mollie')),
  -- The key and the signing secret of the webhooks, encrypted.
  secret bytea not null,
  hint text not null,
  is_test boolean not null,
  -- The webhook that Storewright created at the provider.
  webhook_id text not null default '',
  -- The provider refused the key, or its webhook is missing, so that shoppers cannot pay.
  is_failing boolean not null default false,
  -- The account at Stripe Connect that the platform of the operator charges for.
  connected_account text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint payment_account__provider unique (store_id, provider)
);
comment on table payment_account is 'Erasure of a customer
not personal: provider hint webhook_id connected_account
hidden: secret';
create index payment_account__connected on payment_account (connected_account)
  where connected_account is not null;
select belongs_to_store('payment_account', '{
  webhook_id,updated_at,is_failing,connected_account
}');
create policy registry on payment_account for select to current_user using (true);

-- A payment at a provider: of a sale, or of the open amount of an order.
create table payment_session (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  sale_id uuid,
  order_id uuid,
  provider text not null check (provider in ('stripe', 'mollie')),
  -- The ids of the provider. That of the payment is known when it is paid.
  session_id text,
  payment_id text,
  -- The page of the provider.
  url text not null default '',
  amount bigint not null check (amount > 0),
  currency text not null,
  language text not null default '',
  -- `late`: paid when nothing is left to pay for, to be refunded. `mismatched`: another amount was
  -- paid.
  state text not null default 'opening'
    check (state in ('opening', 'open', 'processing', 'paid', 'failed', 'expired', 'late',
      'refunded', 'mismatched')),
  expires_at timestamptz not null,
  -- The next time to ask the provider for the state.
  check_at timestamptz not null,
  -- Since when the state of the provider could not be stored. The job tries again.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, sale_id) references sale on delete cascade,
  foreign key (store_id, order_id) references "order" on delete cascade,
  constraint payment_session__provider unique (store_id, provider, session_id),
  check (num_nonnulls(sale_id, order_id) = 1)
);
comment on table payment_session is 'Erasure of a customer
not personal: provider session_id payment_id url currency language state';
create unique index payment_session__sale on payment_session (store_id, sale_id)
  where sale_id is not null;
create index payment_session__order on payment_session (store_id, order_id)
  where order_id is not null;
-- An order is paid by one payment at a time.
create unique index payment_session__open on payment_session (store_id, order_id)
  where order_id is not null and state in ('opening', 'open', 'processing');
create index payment_session__due on payment_session (check_at)
  where state in ('opening', 'open', 'processing', 'late');
alter table payment_session enable row level security, force row level security;
create policy own_store on payment_session
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on payment_session to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on payment_session to storewright_app;

-- Refunds of online payments. The provider returns the money, which can take days and can fail. A
-- refund that has succeeded is also a row of the payments.
create table payment_refund (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  -- The payment that is returned.
  payment_id uuid not null,
  provider text not null check (provider in ('stripe', 'mollie')),
  -- Empty until it is known.
  provider_refund_id text not null default '',
  amount bigint not null check (amount > 0),
  note text not null default '',
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  refund_id uuid,
  -- Whether the customer gets an email when the provider has confirmed it.
  is_notified boolean not null default true,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order" on delete cascade,
  foreign key (store_id, refund_id) references refund on delete cascade,
  foreign key (store_id, payment_id) references payment on delete cascade
);
comment on table payment_refund is 'Erasure of a customer
by record: order_id
empty: note
not personal: provider provider_refund_id state';
create unique index payment_refund__provider on payment_refund
  (store_id, provider, provider_refund_id) where provider_refund_id <> '';
create index payment_refund__order on payment_refund (store_id, order_id);
create index payment_refund__payment on payment_refund (store_id, payment_id);
create index payment_refund__refund on payment_refund (store_id, refund_id)
  where refund_id is not null;
create index payment_refund__pending on payment_refund (checked_at) where state = 'pending';
select belongs_to_store('payment_refund', '{checked_at}');
create policy owner_cleanup on payment_refund for select to current_user using (true);

-- How a store writes its invoices. A store without a row has the defaults.
create table invoice_setting (
  store_id uuid primary key default current_store() references store on delete cascade,
  invoice_prefix text not null default 'INV-'
    check (invoice_prefix ~ '^[A-Z0-9][A-Z0-9/-]*$'),
  credit_note_prefix text not null default 'CN-'
    check (credit_note_prefix ~ '^[A-Z0-9][A-Z0-9/-]*$'),
  payment_days integer not null default 14 check (payment_days between 0 and 365),
  is_small_business boolean not null default false,
  -- Whether the invoice of an order is issued when it is paid, and whether it is emailed.
  issues_when_paid boolean not null default false,
  emails_issued boolean not null default false,
  tax_number text not null default '',
  -- Further details that the law requires, such as the register of the company.
  legal_note text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint invoice_setting__credit_note_prefix__taken check (invoice_prefix <> credit_note_prefix)
);
comment on table invoice_setting is 'Erasure of a customer
not personal: invoice_prefix credit_note_prefix tax_number legal_note';
select belongs_to_store('invoice_setting', '{version,updated_at}');

-- One row for each series of numbers. Issuing locks it until the commit, so that the numbers of a
-- series have neither gaps nor duplicates. Another prefix or year starts another series.
create table invoice_series (
  store_id uuid not null default current_store() references store on delete cascade,
  prefix text not null,
  last_number bigint not null check (last_number > 0),
  primary key (store_id, prefix)
);
comment on table invoice_series is 'Erasure of a customer
not personal: prefix';
alter table invoice_series enable row level security, force row level security;
create policy own_store on invoice_series
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update on invoice_series to storewright_app;

-- Invoices and credit notes. One without a number is a draft. The others never change, except for
-- the marks at the end, and are legal records: the erasure of a customer keeps them.
create table invoice (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  order_id uuid not null,
  -- The invoice that a credit note corrects.
  corrects_id uuid,
  refund_id uuid,
  series text,
  series_number bigint,
  number text,
  issued_on date,
  due_on date,
  buyer_name text not null default '',
  -- That of a draft follows the order (settle_invoices).
  total bigint not null default 0 check (total >= 0),
  -- What staff entered in the draft (contract/invoice/invoice.ts, InvoiceDetails).
  details jsonb not null default '{}',
  -- The issued invoice (contract/invoice/invoice-document.ts), and the SHA-256 of its number and it.
  document jsonb,
  checksum text,
  -- The total of the credit notes that correct the invoice.
  credited_total bigint not null default 0,
  -- What was paid for the order and not refunded, and whether all of it was refunded (settle_invoices).
  settled_total bigint not null default 0,
  is_refunded boolean not null default false,
  sent_at timestamptz,
  downloaded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The status without regard to the due date.
  state text not null generated always as (
    case
      when number is null then 'Draft'
      when credited_total >= total then 'Corrected'
      when kind = 'invoice' and settled_total >= total - credited_total then 'Paid'
      when kind = 'invoice' and is_refunded then 'Refunded'
      when kind = 'invoice' and settled_total > 0 then 'Partial Payment'
      when downloaded_at is not null then 'Downloaded'
      when sent_at is not null then 'Sent'
      else 'Issued'
    end) stored,
  primary key (store_id, id),
  foreign key (store_id, order_id) references "order",
  foreign key (store_id, corrects_id) references invoice (store_id, id),
  constraint invoice__number__taken unique (store_id, number),
  check (credited_total between 0 and total),
  check ((kind = 'credit_note') = (corrects_id is not null)),
  check (
    (number is null) = (document is null) and (number is null) = (issued_on is null)
    and (number is null) = (checksum is null) and (number is null) = (series_number is null)
  )
);
comment on table invoice is 'Erasure of a customer
legal record: buyer_name document
statement: details
not personal: kind series number checksum';
-- An invoice that credit notes correct completely can be replaced.
create unique index invoice__order__taken on invoice (store_id, order_id)
  where kind = 'invoice' and (total > credited_total or number is null);
-- Another invoice of the order has credit notes of the same refunds.
create index invoice__refund on invoice (store_id, refund_id, corrects_id)
  where refund_id is not null;
create unique index invoice__series on invoice (store_id, series, series_number)
  where number is not null;
create index invoice__created on invoice (store_id, created_at desc, id desc);
create index invoice__state on invoice (store_id, state, created_at desc, id desc);
create index invoice__open on invoice (store_id, created_at desc, id desc)
  where kind = 'invoice' and state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued');
create index invoice__due on invoice (store_id, due_on)
  where kind = 'invoice' and state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued');
create index invoice__total on invoice (store_id, total, id);
create index invoice__issued on invoice (store_id, issued_on, id) where number is not null;
create index invoice__order on invoice (store_id, order_id, id);
create index invoice__corrects on invoice (store_id, corrects_id) where corrects_id is not null;
-- The audit contains the checksum instead of the document, so that it needs no erasure. The details of a draft are
-- erased in it.
select belongs_to_store(
  'invoice', '{buyer_name,document,settled_total,is_refunded,state,version,updated_at}');
create trigger keep_issued before update or delete on invoice for each row
  when (old.number is not null) execute function keep_issued_invoice();
create trigger invoices_settled after update on "order" for each row
  when (
    (old.total, old.paid_total, old.refunded_total)
    is distinct from (new.total, new.paid_total, new.refunded_total)
  ) execute function settle_invoices();
create trigger paid_invoice_inserted after insert on "order" for each row
  when (new.payment_status in ('paid', 'overpaid')) execute function enqueue_paid_invoice();
create trigger paid_invoice_updated after update on "order" for each row
  when (
    becomes_paid(old.*, new.*) or old.payment_status is distinct from new.payment_status
    and new.payment_status in ('paid', 'overpaid')
  ) execute function enqueue_paid_invoice();
create trigger search_words_added after insert or delete on invoice for each row
  execute function update_search_words();
create trigger search_words_changed after update on invoice for each row
  when ((old.number, old.buyer_name) is distinct from (new.number, new.buyer_name))
  execute function update_search_words();

-- The PDF and the XRechnung of an issued invoice, created once. Rows are neither changed nor deleted.
create table invoice_file (
  store_id uuid not null default current_store() references store on delete cascade,
  invoice_id uuid not null,
  format text not null default 'pdf' check (format in ('pdf', 'xml')),
  content bytea not null,
  digest text not null generated always as (encode(sha256(content), 'hex')) stored,
  created_at timestamptz not null default now(),
  primary key (store_id, invoice_id, format),
  foreign key (store_id, invoice_id) references invoice on delete cascade
);
comment on table invoice_file is 'Erasure of a customer
legal record: content
not personal: format';
alter table invoice_file enable row level security, force row level security;
create policy own_store on invoice_file
  using (store_id = current_store()) with check (store_id = current_store());
create trigger audit after insert on invoice_file for each row execute function audit_row('content');
grant select, insert on invoice_file to storewright_app;
