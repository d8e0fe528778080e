-- Links sign shoppers in instead of codes. Codes are valid for ten minutes, so none is kept.
drop table shopper_code;

create table shopper_link (
  store_id uuid not null default current_store() references store on delete cascade,
  token_hash bytea not null,
  email text not null,
  expires_at timestamptz not null,
  primary key (store_id, token_hash)
);
comment on table shopper_link is 'Erasure of a customer
by email: email
delete: token_hash email';
create index shopper_link__old on shopper_link (store_id, expires_at);
alter table shopper_link enable row level security, force row level security;
create policy own_store on shopper_link
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on shopper_link to storewright_app;
