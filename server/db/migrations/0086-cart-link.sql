-- The currency of a line's price, so that prices of different currencies are never compared. Empty for earlier lines.
alter table cart_line add column currency text not null default '';

-- The consent of the shopper to one email about the cart. `reminder_token` is the encrypted token of the cart, from
-- which the email gets a link of its own.
alter table cart
  add column language text not null default '',
  add column reminder_consent_at timestamptz,
  add column reminder_token bytea,
  add column reminder_sent_at timestamptz;

-- A link opens a cart in another browser. Its code is stored as a hash and encrypts the token of the cart.
create table cart_link (
  business_id uuid not null default current_business() references business on delete cascade,
  cart_id uuid not null,
  kind text not null check (kind in ('device', 'reminder')),
  code_hash bytea not null,
  sealed_token bytea not null,
  expires_at timestamptz not null,
  primary key (business_id, cart_id, kind),
  foreign key (business_id, cart_id) references cart (business_id, id) on delete cascade,
  constraint cart_link__code unique (business_id, code_hash)
);
alter table cart_link enable row level security;
alter table cart_link force row level security;
create policy own_business on cart_link
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on cart_link to storewright_app;

-- People who asked for the newsletter of a store. Only those who confirmed their email receive it.
create table subscriber (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  email text not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed')),
  language text not null default '',
  /* The sentence that the person agreed to. */
  consent_text text not null,
  /* The path of the page with the form. */
  source text not null default '',
  created_at timestamptz not null default now(),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (business_id, id),
  constraint subscriber__email unique (business_id, email)
);
create index subscriber__newest on subscriber (business_id, created_at desc, id desc);
create index subscriber__unconfirmed on subscriber (requested_at) where state = 'pending';
alter table subscriber enable row level security;
alter table subscriber force row level security;
create policy own_business on subscriber
  using (business_id = current_business()) with check (business_id = current_business());
grant select, update, delete on subscriber to storewright_app;
-- The audit records that staff deleted one, without the email.
create trigger audit after delete on subscriber for each row
  execute function audit_row('email', 'consent_text', 'source');
-- For the function that deletes unconfirmed emails of every store.
do $$ begin
  execute format('create policy owner_cleanup on subscriber to %I using (true)
    with check (business_id = current_business())', current_user);
end $$;
