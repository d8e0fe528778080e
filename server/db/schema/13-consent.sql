-- People who asked for the newsletter of a store. Only those who confirmed their email receive it.
-- The audit records their deletion without the email.
create table subscriber (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  email text not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed')),
  language text not null default '',
  -- The sentence that the person agreed to.
  consent_text text not null,
  -- The path of the page with the form.
  source text not null default '',
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint subscriber__email unique (store_id, email)
);
comment on table subscriber is 'Erasure of a customer
by email: email
delete: email language consent_text source
not personal: state';
create index subscriber__newest on subscriber (store_id, created_at desc, id desc);
create index subscriber__unconfirmed on subscriber (requested_at) where state = 'pending';
alter table subscriber enable row level security, force row level security;
create policy own_store on subscriber
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on subscriber to current_user
  using (true) with check (store_id = current_store());
create trigger audit after delete on subscriber for each row
  execute function audit_row('email', 'consent_text', 'source');
grant select, update, delete on subscriber to storewright_app;
create trigger track_consent after insert or update of state, requested_at on subscriber
  for each row execute function track_subscriber_consent();

-- An email that a shopper asked for: when a variant is in stock again, or when its price falls. The
-- audit records the deletion without the email.
create table product_alert (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  variant_id uuid not null,
  kind text not null check (kind in ('stock', 'price')),
  email text not null,
  state text not null default 'pending'
    check (state in ('pending', 'confirmed', 'sent', 'unsubscribed')),
  -- The price at the time of the request.
  price bigint not null,
  language text not null default '',
  -- The sentence that the person agreed to.
  consent_text text not null,
  -- The path of the page with the form.
  source text not null default '',
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, variant_id) references variant on delete cascade,
  constraint product_alert__email unique (store_id, variant_id, kind, email)
);
comment on table product_alert is 'Erasure of a customer
by email: email
delete: email language consent_text source
not personal: kind state';
create index product_alert__newest on product_alert (store_id, created_at desc, id desc);
create index product_alert__person on product_alert (store_id, email);
create index product_alert__waiting on product_alert (store_id, variant_id)
  where state = 'confirmed';
create index product_alert__ended on product_alert (requested_at) where state <> 'confirmed';
alter table product_alert enable row level security, force row level security;
create policy own_store on product_alert
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on product_alert to current_user
  using (true) with check (store_id = current_store());
create trigger audit after delete on product_alert for each row
  execute function audit_row('email', 'consent_text', 'source');
grant select, update, delete on product_alert to storewright_app;
create trigger track_consent after insert or update of state, requested_at on product_alert
  for each row execute function track_product_alert_consent();

-- When a person agreed to emails or ended the agreement, and where. Triggers add the rows, which
-- end with their record. Rows never change, so they are not audited.
create table consent_event (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  subscriber_id uuid,
  customer_id uuid,
  product_alert_id uuid,
  kind text not null check (kind in ('requested', 'confirmed', 'unsubscribed', 'accepted',
    'withdrawn')),
  -- The path of the page with the form.
  source text not null default '',
  -- The sentence that the person agreed to.
  consent_text text not null default '',
  -- The staff member who changed the consent of a customer.
  actor_id uuid,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, customer_id) references customer on delete cascade,
  foreign key (store_id, product_alert_id) references product_alert on delete cascade,
  foreign key (store_id, subscriber_id) references subscriber on delete cascade,
  check (num_nonnulls(subscriber_id, customer_id, product_alert_id) = 1)
);
comment on table consent_event is 'Erasure of a customer
delete: source consent_text
not personal: kind';
create index consent_event__subscriber on consent_event
  (store_id, subscriber_id, created_at desc, id desc) where subscriber_id is not null;
create index consent_event__customer on consent_event
  (store_id, customer_id, created_at desc, id desc) where customer_id is not null;
create index consent_event__product_alert on consent_event
  (store_id, product_alert_id, created_at desc, id desc) where product_alert_id is not null;
alter table consent_event enable row level security, force row level security;
create policy own_store on consent_event
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, delete on consent_event to storewright_app;
