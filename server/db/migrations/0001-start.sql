-- The ground every store stands on: ids, the application's role, who is asking, the wall between stores, the audit.

do $$ begin
  create role storewright_app nologin;
exception when duplicate_object or unique_violation then null;  -- roles are shared by all databases of a server
end $$;
grant usage on schema public to storewright_app;

-- UUID version 7 (RFC 9562): rises with time, so a primary key is also the order of creation.
do $do$ begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function new_id() returns uuid language sql volatile parallel safe as ''select uuidv7()''';
  else
    execute $f$
      create function new_id() returns uuid language sql volatile parallel safe as $$
        select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
      $$ $f$;
  end if;
end $do$;

-- What all processes on this database share: its identity, and the secret that keys are derived from. Owner only.
create table installation (
  id uuid primary key default gen_random_uuid(),
  secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  only_row boolean not null default true unique check (only_row),
  created_at timestamptz not null default now()
);
insert into installation default values;

-- Who is asking, set for one transaction by server/lib/db/db.ts. Outside a store `current_business` fails: no row is
-- ever read or written by accident. (After a transaction the setting is '', which is no uuid either.)
create function current_business() returns uuid language sql stable parallel safe as
  $$ select current_setting('app.business_id')::uuid $$;
create function current_business_or_null() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.business_id', true), '')::uuid $$;
create function current_person() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.person_id', true), '')::uuid $$;

create table audit (
  id uuid not null default new_id(),
  at timestamptz not null default now(),
  business_id uuid not null,
  person_id uuid,
  request_id text,
  entity text not null,
  entity_id uuid,
  action text not null,
  before jsonb,
  after jsonb
) partition by range (at);
create table audit_rest partition of audit default;
create index audit__newest on audit (business_id, at desc, id desc);
create index audit__entity on audit (business_id, entity_id, at desc);
alter table audit enable row level security;
alter table audit force row level security;
create policy own_business on audit using (business_id = current_business()) with check (business_id = current_business());
grant select, insert on audit to storewright_app;

/* Writes one change of a row to the audit. Arguments are columns that are derived and make no change of their own. */
create function audit_row() returns trigger language plpgsql as $$
declare
  derived text[] := coalesce(tg_argv, '{}');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - derived end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - derived end;
begin
  if was = now_is then return null; end if;
  insert into audit (business_id, person_id, request_id, entity, entity_id, action, before, after)
  values (
    coalesce(now_is ->> 'business_id', was ->> 'business_id', now_is ->> 'id', was ->> 'id')::uuid, current_person(),
    nullif(current_setting('app.request_id', true), ''), tg_table_name,
    coalesce(now_is ->> 'id', was ->> 'id')::uuid, lower(tg_op), was, now_is);
  return null;
end $$;

/* Makes a table belong to one store: own rows only, in both directions, and every change of it audited. */
create function belongs_to_business(t regclass, derived text[] default '{}') returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy own_business on %s using (business_id = current_business()) with check (business_id = current_business())', t);
  execute format('create trigger audit after insert or update or delete on %s for each row execute function audit_row(%s)', t,
    (select coalesce(string_agg(quote_literal(c), ', '), '') from unnest(derived) c));
  execute format('grant select, insert, update, delete on %s to storewright_app', t);
end $$;

/* Adds a job in the caller's transaction: the job exists if and only if what it is about does. */
create function add_job(task text, payload json, key text default null) returns void
  language sql security definer set search_path = pg_catalog, public as
  $$ select graphile_worker.add_job(task, payload, job_key => key, max_attempts => 5) $$;
revoke all on function add_job from public;
grant execute on function add_job to storewright_app;
