-- The connected account of a store at each payment provider. `secret` has the key and the signing secret of its webhooks,
-- encrypted. `webhook_id` names the webhook that Storewright created at the provider.
create table payment_account (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  provider text not null check (provider in ('stripe', 'mollie')),
  secret bytea not null,
  hint text not null,
  is_test boolean not null,
  webhook_id text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint payment_account__provider unique (business_id, provider)
);
select belongs_to_business('payment_account', '{webhook_id,updated_at}');

alter table payment_method drop constraint payment_method_kind_check;
alter table payment_method add constraint payment_method_kind_check
  check (kind in ('cash_on_delivery', 'bank_transfer', 'cash_at_pickup', 'other', 'stripe', 'mollie'));
grant select (kind) on payment_method to storewright_storefront;

-- Payments by a provider, with its id of the payment. No payment is recorded twice.
alter table payment
  add column provider text not null default '',
  add column provider_payment_id text not null default '';
create unique index payment__provider on payment (business_id, provider, provider_payment_id)
  where kind = 'payment' and provider <> '';
