-- The roles and the tables of the installation. This file is applied before the functions, which
-- grant privileges to the roles, and uses none of them.

-- The role that serves requests has the privileges of this one. All databases of a server share
-- their roles.
do $$ begin
  create role storewright_app nologin noinherit;
exception when duplicate_object or unique_violation then null;
end $$;

-- Pages of stores are read under a role that sees published columns and rows only. The role that
-- serves requests takes it for a transaction. It must not inherit it, because its policies would
-- apply to the back office too.
do $$ begin
  create role storewright_storefront nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role('storewright_app', 'storewright_storefront', 'member') then
    grant storewright_storefront to storewright_app;
  end if;
end $$;

grant usage on schema public to storewright_app, storewright_storefront;
-- For GET /health/ready.
grant select on migration to storewright_app;

-- The identity that all processes of this database share, and the secret that keys derive from.
-- Only the owner of the tables reads it.
create table installation (
  id uuid primary key default gen_random_uuid(),
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- Whether SECRET_KEY encrypts the secret. A copy of the database alone then opens nothing.
  is_encrypted boolean not null default false,
  only_row boolean not null default true unique check (only_row),
  created_at timestamptz not null default now(),
  -- For the hashes of suppressed addresses.
  email_hash_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- Where all processes store files: DATA_DIR, or the URL of a bucket. Set by the first start.
  file_location text
);
insert into installation default values;

-- When each job worker last reported that it is alive, so that the jobs of a dead process are
-- released within seconds. Logged, because an empty table after a crash would make live workers
-- look dead.
create table job_worker (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);

-- Rate limits over all processes (generic cell rate algorithm): `full_at` is when the whole limit
-- is available again. Unlogged, so that a request does not wait for the disk. A crash empties the
-- table, which allows one more limit and locks no user out.
create unlogged table rate_limit_bucket (
  -- A hash with a key of the installation. No email or IP address can be read from it.
  key uuid primary key,
  full_at timestamptz not null
) with (fillfactor = 70);
grant select, insert, update, delete on rate_limit_bucket to storewright_app;
