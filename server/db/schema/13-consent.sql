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
create trigger restore_suppression after insert on subscriber for each row
  execute function restore_suppression();
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

-- Addresses that receive no marketing emails, whatever their consent says.
create table email_suppression (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  email text not null check (email = lower(email)),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complaint', 'manual')),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint email_suppression__email__taken unique (store_id, email)
);
comment on table email_suppression is 'Erasure of a customer
by email: email
delete: email
not personal: reason';
create index email_suppression__newest on email_suppression (store_id, created_at desc, id desc);
select belongs_to_store('email_suppression', '{email}');

-- A suppressed address whose customer was erased: only its keyed hash remains (suppression_hash). Staff do not
-- see it, so it is not audited. When the address returns, it becomes a suppression again (restore_suppression).
create table erased_suppression (
  store_id uuid not null default current_store() references store on delete cascade,
  email_hash bytea not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complaint', 'manual')),
  created_at timestamptz not null default now(),
  primary key (store_id, email_hash)
);
comment on table erased_suppression is 'Erasure of a customer
remain: email_hash
not personal: reason';
alter table erased_suppression enable row level security, force row level security;
create policy own_store on erased_suppression
  using (store_id = current_store()) with check (store_id = current_store());
grant select on erased_suppression to storewright_app;

-- A saved filter of the people who agreed to emails. Its people are found when it is used.
create table segment (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  filter jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint segment__name__taken unique (store_id, name)
);
comment on table segment is 'Erasure of a customer
not personal: name filter';
create index segment__newest on segment (store_id, created_at desc, id desc);
select belongs_to_store('segment', '{version,updated_at}');

-- An email to many people. Without a segment, all who agreed to emails receive it.
create table campaign (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  subject text not null default '',
  -- The line that mail programs show after the subject.
  preview text not null default '',
  body text not null default '',
  segment_id uuid,
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'canceled')),
  send_at timestamptz,
  started_at timestamptz,
  -- When all recipients were chosen.
  chosen_at timestamptz,
  sent_count integer not null default 0,
  -- The earliest time of the next emails.
  next_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The campaign is paused, because the mail server refuses its sender.
  is_sender_refused boolean not null default false,
  primary key (store_id, id),
  foreign key (store_id, segment_id) references segment,
  check (status <> 'scheduled' or send_at is not null),
  -- A campaign that had a problem at its time is paused before it starts.
  check (status in ('draft', 'scheduled', 'paused') or started_at is not null)
);
comment on table campaign is 'Erasure of a customer
not personal: name subject preview body status';
create index campaign__newest on campaign (store_id, created_at desc, id desc);
create index campaign__name on campaign (store_id, lower(name), id);
create index campaign__segment on campaign (store_id, segment_id) where segment_id is not null;
create index campaign__due on campaign (coalesce(next_at, send_at)) where status in ('scheduled', 'sending');
select belongs_to_store('campaign', '{chosen_at,sent_count,next_at,version,updated_at}');
-- For list_due_campaigns().
create policy owner_read on campaign for select to current_user using (true);

-- An email of a campaign. A row is sent at most once: it is `sending` before it is handed over.
create table campaign_recipient (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  email text not null,
  language text not null default '',
  customer_id uuid,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'failed', 'bounced', 'skipped')),
  reason text not null default ''
    check (reason in ('', 'no_consent', 'refused', 'interrupted', 'bounced', 'canceled')),
  attempts smallint not null default 0,
  claimed_at timestamptz,
  sent_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  -- When a deferred email is sent again.
  retry_at timestamptz,
  primary key (store_id, id),
  constraint campaign_recipient__email unique (store_id, campaign_id, email),
  foreign key (store_id, campaign_id) references campaign on delete cascade,
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table campaign_recipient is 'Erasure of a customer
by email: email
by record: customer_id
delete: email language
not personal: state reason';
create index campaign_recipient__state on campaign_recipient (store_id, campaign_id, state, id);
create index campaign_recipient__person on campaign_recipient (store_id, email);
create index campaign_recipient__customer on campaign_recipient (store_id, customer_id) where customer_id is not null;
-- For find_marketing_store().
create index campaign_recipient__id on campaign_recipient (id);
create index campaign_recipient__old on campaign_recipient (created_at);
alter table campaign_recipient enable row level security, force row level security;
create policy own_store on campaign_recipient
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_cleanup on campaign_recipient to current_user
  using (true) with check (store_id = current_store());
grant select, insert, update, delete on campaign_recipient to storewright_app;
