-- Passkeys, and links that change an email. Rows here are about people, as those of session are: no store owns them.

create table passkey (
  id uuid primary key default new_id(),
  person_id uuid not null references person on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  -- Counts up where a device does that at all; one that goes back is a copy.
  counter bigint not null default 0,
  -- How a browser can reach the device, separated by commas.
  transports text not null default '',
  name text not null,
  -- Kept by its maker for all devices of the person.
  is_synced boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index passkey__passkey__taken on passkey (credential_id);
create index passkey__person on passkey (person_id);
grant select, insert, update, delete on passkey to storewright_app;

-- Challenges carry their own proof and end, so none is kept before it is answered; what is answered once is answered.
create table spent_challenge (
  challenge bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on spent_challenge to storewright_app;

-- A link that changes an email was sent to the new one.
alter table mail_link drop constraint mail_link_purpose_check;
alter table mail_link add constraint mail_link_purpose_check check (purpose in ('reset_password', 'verify_email', 'change_email'));
