-- Trigger functions are files, which are applied after the migrations. The file replaces the body.
create function keep_issued_invoice() returns trigger language plpgsql as $$ begin return old; end $$;

-- How a store writes its invoices. A store without a row has the defaults.
create table invoice_setting (
  store_id uuid primary key default current_store() references store on delete cascade,
  invoice_prefix text not null default 'INV-'
    check (invoice_prefix ~ '^[A-Z0-9][A-Z0-9/-]*$'),
  credit_note_prefix text not null default 'CN-'
    check (credit_note_prefix ~ '^[A-Z0-9][A-Z0-9/-]*$'),
  payment_days integer not null default 14 check (payment_days between 0 and 365),
  is_small_business boolean not null default false,
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
  total bigint not null default 0 check (total >= 0),
  -- What staff entered in the draft (contract/invoice/invoice.ts, InvoiceDetails).
  details jsonb not null default '{}',
  -- The issued invoice (contract/invoice/invoice-document.ts), and the SHA-256 of its number and it.
  document jsonb,
  checksum text,
  -- The total of the credit notes that correct the invoice.
  credited_total bigint not null default 0,
  sent_at timestamptz,
  downloaded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
create unique index invoice__refund__taken on invoice (store_id, refund_id)
  where refund_id is not null;
create unique index invoice__series on invoice (store_id, series, series_number)
  where number is not null;
create index invoice__created on invoice (store_id, created_at desc, id desc);
create index invoice__total on invoice (store_id, total, id);
create index invoice__issued on invoice (store_id, issued_on, id) where number is not null;
create index invoice__order on invoice (store_id, order_id, id);
create index invoice__corrects on invoice (store_id, corrects_id) where corrects_id is not null;
-- The audit contains the checksum instead of the document, so that it needs no erasure.
select belongs_to_store('invoice', '{buyer_name,details,document,version,updated_at}');
create trigger keep_issued before update or delete on invoice for each row
  when (old.number is not null) execute function keep_issued_invoice();
