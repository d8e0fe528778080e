create table person (
  id uuid primary key default new_id(),
  email text not null,
  email_verified_at timestamptz,
  username text not null,
  full_name text not null,
  avatar text not null default '',
  password_hash text not null,
  -- Links that were sent before are invalid.
  password_changed_at timestamptz,
  -- Set by a password reset: the account page then lists the API keys and webhooks of the person.
  needs_credential_review boolean not null default false,
  preferences jsonb not null default '{}',
  -- The upcoming pages that the person wants to get an email about.
  awaited_pages text[] not null default '{}',
  last_store_id uuid,
  last_login_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
-- Emails are stored in lower case. A forgotten lower() must not create a second account.
create unique index person__email__taken on person (lower(email));
create unique index person__username__taken on person (lower(username));
create index person__awaited_pages on person (id) where awaited_pages <> '{}';
grant select, insert, update on person to storewright_app;

-- A device. Its refresh tokens are one family: the end of the session ends all of them.
create table session (
  id uuid primary key default new_id(),
  person_id uuid not null references person on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index session__person on session (person_id, last_used_at desc);
create index session__ended on session (least(ended_at, expires_at));
grant select, insert, update, delete on session to storewright_app;
create trigger notify_session_deleted after delete on session for each row
  execute function notify_session_ended();
create trigger notify_session_ended after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function notify_session_ended();

-- Whether a topic of help was helpful. The operator reads the counts by SQL.
create table help_answer (
  person_id uuid not null references person on delete cascade,
  topic text not null,
  is_helpful boolean not null,
  answered_at timestamptz not null default now(),
  primary key (person_id, topic)
);
grant select, insert, update, delete on help_answer to storewright_app;

create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_token__session on refresh_token (session_id);
grant select, insert, update, delete on refresh_token to storewright_app;

-- Links that were sent by email. Only their hashes are stored, so that this table opens none of
-- them.
create table mail_link (
  hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'verify_email', 'change_email')),
  -- The recipient. A link verifies this email and no later one.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_link__person on mail_link (person_id, purpose);
create index mail_link__expired on mail_link (expires_at);
grant select, insert, update, delete on mail_link to storewright_app;

-- The secret of one-time codes, encrypted with a key of the installation.
create table two_step (
  person_id uuid primary key references person on delete cascade,
  secret bytea not null,
  -- The login asks for codes from this time on.
  confirmed_at timestamptz,
  -- The step of the last accepted code, which cannot be used again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on two_step to storewright_app;

create table recovery_code (
  person_id uuid not null references person on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
grant select, insert, update, delete on recovery_code to storewright_app;

create table passkey (
  id uuid primary key default new_id(),
  person_id uuid not null references person on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  -- Rises with each use if the device counts. A counter that falls reveals a copy.
  counter bigint not null default 0,
  -- Separated by commas.
  transports text not null default '',
  name text not null,
  -- Whether the vendor keeps the passkey for all devices of the person.
  is_synced boolean not null default false,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index passkey__passkey__taken on passkey (credential_id);
create index passkey__person on passkey (person_id);
grant select, insert, update, delete on passkey to storewright_app;

-- Challenges carry their own proof and expire. Only used ones are stored, so that each works once.
create table used_passkey_challenge (
  challenge bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on used_passkey_challenge to storewright_app;

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
