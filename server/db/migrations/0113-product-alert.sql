-- An email that a shopper asked for: when a variant is in stock again, or when its price is below `price`, the price at
-- the request. An alert waits once its email is confirmed, and ends with the email.
create table product_alert (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  variant_id uuid not null,
  kind text not null check (kind in ('stock', 'price')),
  email text not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'sent', 'unsubscribed')),
  price bigint not null,
  language text not null default '',
  -- The sentence that the person agreed to.
  consent_text text not null,
  -- The path of the page with the form.
  source text not null default '',
  created_at timestamptz not null default now(),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  primary key (business_id, id),
  constraint product_alert__email unique (business_id, variant_id, kind, email),
  foreign key (business_id, variant_id) references variant (business_id, id) on delete cascade
);
create index product_alert__newest on product_alert (business_id, created_at desc, id desc);
create index product_alert__person on product_alert (business_id, email);
create index product_alert__waiting on product_alert (business_id, variant_id) where state = 'confirmed';
create index product_alert__ended on product_alert (requested_at) where state <> 'confirmed';
alter table product_alert enable row level security;
alter table product_alert force row level security;
create policy own_business on product_alert
  using (business_id = current_business()) with check (business_id = current_business());
grant select, update, delete on product_alert to storewright_app;
-- The audit records that staff deleted one, without the email.
create trigger audit after delete on product_alert for each row
  execute function audit_row('email', 'consent_text', 'source');
-- For the functions that find the stores with alerts and delete old ones.
do $$ begin
  execute format('create policy owner_cleanup on product_alert to %I using (true)
    with check (business_id = current_business())', current_user);
end $$;

alter table consent_event add column product_alert_id uuid;
alter table consent_event drop constraint consent_event_check;
alter table consent_event add check (num_nonnulls(subscriber_id, customer_id, product_alert_id) = 1);
-- Without row security, which applies to the owner too, the constraint can be checked.
alter table consent_event no force row level security;
alter table consent_event add foreign key (business_id, product_alert_id)
  references product_alert (business_id, id) on delete cascade;
alter table consent_event force row level security;
create index consent_event__product_alert on consent_event (business_id, product_alert_id, created_at desc, id desc)
  where product_alert_id is not null;

create function track_product_alert_consent() returns trigger language plpgsql as $$ begin return null; end $$;
create function enqueue_product_alerts() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger track_consent after insert or update of state, requested_at on product_alert
  for each row execute function track_product_alert_consent();
create trigger product_alerts after update on variant for each row
  when (
    new.price < old.price
    or (old.track_stock and not old.allow_backorder and old.stock <= 0)
      and (new.stock > 0 or not new.track_stock or new.allow_backorder)
  )
  execute function enqueue_product_alerts();
