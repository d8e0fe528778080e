create table customer (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null default '',
  email text not null default '',
  folded_email text not null generated always as (lower(email)) stored,
  phone text not null default '',
  address jsonb not null default '{}',
  company text not null default '',
  vat_id text not null default '',
  tax_exempt boolean not null default false,
  note text not null default '',
  tags text[] not null default '{}',
  accepts_marketing boolean not null default false,
  -- Derived from the orders of the customer, without canceled ones.
  order_count integer not null default 0,
  total_spent bigint not null default 0,
  last_order_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table customer is 'Erasure of a customer
delete: name email phone address company vat_id note tags';
create index customer__created on customer (store_id, created_at desc, id desc);
create index customer__tagged on customer (store_id, created_at desc, id desc) where tags <> '{}';
create index customer__name on customer (store_id, lower(name), id);
create index customer__spent on customer (store_id, total_spent desc, id desc);
create index customer__last_order on customer
  (store_id, coalesce(last_order_at, '-infinity'), id);
create index customer__phone on customer (store_id, phone) where phone <> '';
-- For imports, which look up thousands of them.
create index customer__email on customer (store_id, email) where email <> '';
create unique index customer__email__taken on customer (store_id, folded_email)
  where folded_email <> '';
select belongs_to_store('customer', '{
  folded_email,order_count,total_spent,last_order_at,version,updated_at
}');
create trigger restore_suppression after insert or update of email on customer for each row
  execute function restore_suppression();
create trigger search_words_added after insert or delete on customer for each row
  execute function update_search_words();
create trigger search_words_changed after update on customer for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
  execute function update_search_words();
create trigger tally_deleted after delete on customer
  referencing old table as changed for each statement execute function tally_records('-1');
create trigger tally_inserted after insert on customer
  referencing new table as changed for each statement execute function tally_records('1');
create trigger track_consent after insert on customer for each row when (new.accepts_marketing)
  execute function track_customer_consent();
create trigger track_consent_change after update of accepts_marketing on customer for each row
  when (old.accepts_marketing <> new.accepts_marketing) execute function track_customer_consent();
create trigger webhook_deleted after delete on customer for each row
  execute function enqueue_webhook_event_deleted('customer.deleted');
create constraint trigger webhook_inserted after insert on customer deferrable initially deferred
  for each row execute function enqueue_webhook_event('customer.created');
create constraint trigger webhook_updated after update on customer deferrable initially deferred
  for each row when (old.version <> new.version)
  execute function enqueue_webhook_event('customer.updated');

-- Further addresses. The default address stays in `customer.address`, which orders, imports,
-- exports and webhooks use: the two are exchanged when another address becomes the default.
create table customer_address (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  customer_id uuid not null,
  address jsonb not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references customer on delete cascade
);
comment on table customer_address is 'Erasure of a customer
delete: address';
create index customer_address__customer on customer_address (store_id, customer_id, id);
select belongs_to_store('customer_address');

-- The products that a shopper wants to remember: of a browser without an account, which has its token
-- in a cookie, or of an email whose owner was signed in. Wish lists are neither audited nor announced,
-- like carts.
create table wish_list (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  token_hash bytea,
  email text not null default '',
  -- The name that readers of the shared list see.
  share_name text not null default '',
  -- The time since which the link of the shared list is valid. Null if it is not shared.
  shared_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint wish_list__token unique (store_id, token_hash),
  check ((token_hash is null) <> (email = ''))
);
comment on table wish_list is 'Erasure of a customer
by email: email
delete: token_hash email share_name';
create unique index wish_list__email on wish_list (store_id, email) where email <> '';
create index wish_list__old on wish_list (updated_at);
alter table wish_list enable row level security, force row level security;
create policy own_store on wish_list
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on wish_list to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on wish_list to storewright_app;

create table wish_list_item (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  wish_list_id uuid not null,
  product_id uuid not null,
  -- Null if the shopper has not chosen one.
  variant_id uuid,
  -- What the shopper saw when the product was added.
  price bigint not null,
  currency text not null,
  was_available boolean not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, wish_list_id) references wish_list on delete cascade,
  foreign key (store_id, product_id) references product on delete cascade,
  foreign key (store_id, variant_id) references variant on delete set null (variant_id),
  constraint wish_list_item__product unique (store_id, wish_list_id, product_id)
);
comment on table wish_list_item is 'Erasure of a customer
not personal: currency';
create index wish_list_item__product_id on wish_list_item (store_id, product_id);
create index wish_list_item__variant on wish_list_item (store_id, variant_id) where variant_id is not null;
alter table wish_list_item enable row level security, force row level security;
create policy own_store on wish_list_item
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on wish_list_item to storewright_app;

-- A link that signs a shopper in to a store once. Its token is stored as a hash.
create table shopper_link (
  store_id uuid not null default current_store() references store on delete cascade,
  token_hash bytea not null,
  email text not null,
  expires_at timestamptz not null,
  -- The list that a shopper without an account wants to keep.
  wish_list_id uuid,
  primary key (store_id, token_hash),
  foreign key (store_id, wish_list_id) references wish_list on delete set null (wish_list_id)
);
comment on table shopper_link is 'Erasure of a customer
by email: email
delete: token_hash email';
create index shopper_link__old on shopper_link (store_id, expires_at);
create index shopper_link__wish_list on shopper_link (store_id, wish_list_id) where wish_list_id is not null;
alter table shopper_link enable row level security, force row level security;
create policy own_store on shopper_link
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on shopper_link to storewright_app;

-- A browser in which a shopper is signed in to a store. The token of its cookie is stored as a
-- hash.
create table shopper_session (
  store_id uuid not null default current_store() references store on delete cascade,
  token_hash bytea not null,
  email text not null,
  expires_at timestamptz not null,
  primary key (store_id, token_hash)
);
comment on table shopper_session is 'Erasure of a customer
by email: email
delete: token_hash email';
create index shopper_session__old on shopper_session (store_id, expires_at);
alter table shopper_session enable row level security, force row level security;
create policy own_store on shopper_session
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on shopper_session to storewright_app;

-- An email to a store, from its receipt until a job files it as a message. Its bytes are a file. A filed
-- email only keeps its digest, by which a repeated delivery of the same email is recognized.
create table mail_in (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- The addresses of the delivery, which can differ from those in the email.
  sender text,
  recipient text not null,
  client_ip text not null default '',
  client_name text not null default '',
  digest bytea not null,
  file_key text not null,
  bytes integer not null,
  status text not null default 'new' check (status in ('new', 'done', 'dead')),
  -- A process that is killed while it reads an email has counted the attempt.
  tries integer not null default 0,
  error text not null default '',
  created_at timestamptz not null default now(),
  -- Then the sender is the address of the From field, and the provider of the mailbox has accepted the email.
  is_from_mailbox boolean not null default false,
  primary key (store_id, id),
  constraint mail_in__digest unique (store_id, digest)
);
comment on table mail_in is 'Erasure of a customer
by email: sender
delete: sender recipient client_ip client_name digest error
not personal: file_key status';
create index mail_in__old on mail_in (created_at);
create index mail_in__new on mail_in (created_at) where status = 'new';
create index mail_in__unfiled on mail_in (store_id, created_at) where error <> '';
alter table mail_in enable row level security, force row level security;
create policy own_store on mail_in
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on mail_in to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on mail_in to storewright_app;
create trigger enqueue_file_deletion after delete on mail_in referencing old table as deleted_file
  for each statement execute function enqueue_file_deletion('mailIn.deleteFiles');

-- The mailbox of a seller whose new emails a job copies to the inbox by IMAP.
create table mailbox (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  server text not null check (server <> ''),
  port integer not null check (port between 1 and 65535),
  encryption text not null check (encryption in ('tls', 'starttls')),
  username text not null check (username <> ''),
  -- The password, encrypted with a key of the installation.
  secret bytea not null,
  -- UIDNEXT and UIDVALIDITY of INBOX (RFC 9051).
  uid_validity bigint not null,
  next_uid bigint not null,
  connected_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  -- Why the last check failed, and how many failed since the last one that succeeded.
  failure text not null default '',
  failure_count integer not null default 0,
  next_check_at timestamptz not null default now(),
  -- Until then, only the process that set it checks the mailbox.
  locked_until timestamptz,
  primary key (store_id, id),
  constraint mailbox__store unique (store_id)
);
comment on table mailbox is 'Erasure of a customer
not personal: server encryption username failure
hidden: secret';
create index mailbox__due on mailbox (next_check_at);
select belongs_to_store('mailbox',
  '{uid_validity,next_uid,connected_at,checked_at,failure,failure_count,next_check_at,locked_until}');
-- For list_due_mailboxes().
create policy owner_read on mailbox for select to current_user using (true);
