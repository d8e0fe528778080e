-- The plan that a person pays the operator for, with the state that the provider reported last. A
-- person without a row has a trial.
create table subscription (
  person_id uuid primary key references person on delete cascade,
  plan text not null default 'basic' check (plan in ('basic', 'standard', 'enterprise')),
  interval text not null default 'month' check (interval in ('month', 'year')),
  state text not null default 'trialing'
    check (state in ('trialing', 'active', 'past_due', 'canceled')),
  trial_ends_at timestamptz not null,
  period_ends_at timestamptz,
  -- The time of the oldest unpaid invoice.
  past_due_since timestamptz,
  -- From the end of the period on.
  next_plan text check (next_plan in ('basic', 'standard', 'enterprise')),
  next_interval text check (next_interval in ('month', 'year')),
  -- The ids of the provider.
  provider_customer_id text constraint subscription__customer unique,
  provider_subscription_id text,
  -- The page on which the person last started to pay.
  provider_session_id text,
  -- When the request to the provider was sent whose reply is stored.
  synced_at timestamptz,
  -- Whether the email about the end of the trial was sent.
  is_trial_end_announced boolean not null default false,
  created_at timestamptz not null default now()
);
create index subscription__trial on subscription (trial_ends_at) where not is_trial_end_announced;
create index subscription__synced on subscription (synced_at)
  where provider_customer_id is not null;
grant select, insert, update, delete on subscription to storewright_app;

-- The events of the provider that were received, so that a repeated one does nothing.
create table billing_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index billing_event__received on billing_event (received_at);
grant select, insert, delete on billing_event to storewright_app;
