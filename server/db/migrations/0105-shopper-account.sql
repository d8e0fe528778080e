-- The newest code that signs a shopper in to a store by email, at most one for each email.
create table shopper_code (
  business_id uuid not null default current_business() references business on delete cascade,
  email text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  primary key (business_id, email)
);
alter table shopper_code enable row level security;
alter table shopper_code force row level security;
create policy own_business on shopper_code
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on shopper_code to storewright_app;

-- A browser in which a shopper is signed in to a store. The token of its cookie is stored as a hash.
create table shopper_session (
  business_id uuid not null default current_business() references business on delete cascade,
  token_hash bytea not null,
  email text not null,
  expires_at timestamptz not null,
  primary key (business_id, token_hash)
);
create index shopper_session__old on shopper_session (business_id, expires_at);
alter table shopper_session enable row level security;
alter table shopper_session force row level security;
create policy own_business on shopper_session
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on shopper_session to storewright_app;

-- The orders of a shopper, newest first.
create index order__shopper on "order" (business_id, lower(customer_email), id desc) where cart_hash is not null;
