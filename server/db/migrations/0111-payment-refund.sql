-- Refunds of online payments. The provider returns the money, which can take days and can fail. A refund that has succeeded
-- is also a row of the payments.
create table payment_refund (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  order_id uuid not null,
  -- The payment that is returned.
  payment_id uuid not null,
  provider text not null check (provider in ('stripe', 'mollie')),
  -- The id of the provider, once it is known.
  provider_refund_id text not null default '',
  amount bigint not null check (amount > 0),
  note text not null default '',
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, order_id) references "order" (business_id, id) on delete cascade,
  foreign key (business_id, payment_id) references payment (business_id, id) on delete cascade
);
create unique index payment_refund__provider on payment_refund (business_id, provider, provider_refund_id)
  where provider_refund_id <> '';
create index payment_refund__order on payment_refund (business_id, order_id);
create index payment_refund__payment on payment_refund (business_id, payment_id);
create index payment_refund__pending on payment_refund (checked_at) where state = 'pending';
select belongs_to_business('payment_refund', '{checked_at}');
-- For the function that finds pending refunds of every store.
do $$ begin
  execute format('create policy owner_cleanup on payment_refund for select to %I using (true)', current_user);
end $$;

-- Adds kinds of notifications to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s)
      or kind in (''refund_failed'', ''payment_disputed''))',
    substring(present from '^CHECK (.*)$'));
end $$;
