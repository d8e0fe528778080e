-- The email of a cart, by which the carts of a customer are found. A column, because row security keeps an index on an
-- expression from being used.
alter table cart add column email text not null generated always as (lower(coalesce(checkout ->> 'email', ''))) stored;
create index cart__email on cart (business_id, email, updated_at desc, id desc) where email <> '';

-- When a person agreed to emails or ended the agreement, and where. Triggers of the two tables add the rows, which end
-- with the record that they belong to. Rows are never changed, so they are not audited.
create table consent_event (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  subscriber_id uuid,
  customer_id uuid,
  kind text not null check (kind in ('requested', 'confirmed', 'unsubscribed', 'accepted', 'withdrawn')),
  -- The path of the page with the form.
  source text not null default '',
  -- The sentence that the person agreed to.
  consent_text text not null default '',
  -- The staff member who changed the consent of a customer.
  actor_id uuid,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, subscriber_id) references subscriber (business_id, id) on delete cascade,
  foreign key (business_id, customer_id) references customer (business_id, id) on delete cascade,
  check (num_nonnulls(subscriber_id, customer_id) = 1)
);
create index consent_event__subscriber on consent_event (business_id, subscriber_id, created_at desc, id desc)
  where subscriber_id is not null;
create index consent_event__customer on consent_event (business_id, customer_id, created_at desc, id desc)
  where customer_id is not null;

-- The earlier consents of which the time is known.
alter table subscriber no force row level security;
insert into consent_event (business_id, subscriber_id, kind, source, consent_text, created_at)
select s.business_id, s.id, e.kind, e.source, e.consent_text, e.at
from subscriber s, lateral (values
  ('requested', s.source, s.consent_text, s.requested_at),
  ('confirmed', '', s.consent_text, s.confirmed_at),
  ('unsubscribed', '', '', s.unsubscribed_at)
) e(kind, source, consent_text, at)
where e.at is not null;
alter table subscriber force row level security;

alter table consent_event enable row level security;
alter table consent_event force row level security;
create policy own_business on consent_event
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, delete on consent_event to storewright_app;

create function track_subscriber_consent() returns trigger language plpgsql as $$ begin return null; end $$;
create function track_customer_consent() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger track_consent after insert or update of state, requested_at on subscriber
  for each row execute function track_subscriber_consent();
create trigger track_consent after insert on customer
  for each row when (new.accepts_marketing) execute function track_customer_consent();
create trigger track_consent_change after update of accepts_marketing on customer
  for each row when (old.accepts_marketing <> new.accepts_marketing) execute function track_customer_consent();
