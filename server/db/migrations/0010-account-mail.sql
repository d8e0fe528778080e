-- What a person proves by mail or by a second step. Rows here are about people, as those of session are: no store owns them.

-- Links that were sent by mail. Only the hash is kept, so that whoever reads this table can use none of them.
create table mail_link (
  hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'verify_email')),
  -- Where it was sent: a link proves that address and no later one.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_link__person on mail_link (person_id, purpose);
grant select, insert, update, delete on mail_link to storewright_app;

-- The secret behind one-time codes, encrypted with a key of the installation. The step of the last code taken is kept:
-- whoever looks over a shoulder must not be able to use the same code again.
create table two_step (
  person_id uuid primary key references person on delete cascade,
  secret bytea not null,
  -- Asked for at login from here on; before, it is only being set up.
  confirmed_at timestamptz,
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
