-- Who works in a store: roles of its own, invitations by mail, the passing on of ownership.

-- Timed out rows and rights of everybody are kept in order by the functions below, which look into every store.
do $$ begin execute format('create policy keeper on membership for select to %I using (true)', current_user); end $$;

-- A store names roles of its own, so that a membership's role is a word and no longer one of six.
alter table membership drop constraint membership_role_check, drop constraint membership_status_check;
alter table membership
  add constraint membership__role__invalid check (role ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(role) <= 60),
  add constraint membership__status__invalid check (status in ('active', 'inactive')),
  add column last_seen_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
drop trigger audit on membership;
create trigger audit after insert or update or delete on membership for each row execute function audit_row('last_seen_at', 'version', 'updated_at');

/*
 * What a role may do in one store. Those that every store begins with have no row until the store changes them, so that what
 * they may do grows with the product; the owner's never has one.
 */
create table role (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  -- The word that memberships and invitations name it by.
  role text not null check (role ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and role <> 'owner' and length(role) <= 60),
  name text not null check (name <> ''),
  description text not null default '',
  ability jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint role__role__taken unique (business_id, role)
);
create unique index role__name__taken on role (business_id, lower(name));
select belongs_to_business('role', '{version,updated_at}');
-- What somebody may do is asked before it is known in which store.
drop policy own_business on role;
create policy own_business on role using (business_id = current_business_or_null()) with check (business_id = current_business_or_null());
create policy mine on role for select
  using (business_id in (select business_id from membership where person_id = current_person() and status = 'active'));
do $$ begin execute format('create policy keeper on role for select to %I using (true)', current_user); end $$;

-- Somebody who was asked to join and has not answered. Only a hash of the link's secret is kept.
create table invitation (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  email text not null check (email = lower(email)),
  role text not null check (role <> 'owner'),
  invited_by uuid references person on delete set null,
  -- Null until the mail is written.
  token_hash bytea,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint invitation__email__taken unique (business_id, email)
);
create unique index invitation__token on invitation (token_hash) where token_hash is not null;
select belongs_to_business('invitation', '{token_hash,version}');
do $$ begin execute format('create policy keeper on invitation for select to %I using (true)', current_user); end $$;

/* Where the link of an invitation leads. Who holds it is in no store yet. */
create function invitation_of(hash bytea) returns table (business_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public as
  $$ select i.business_id, i.id from invitation i where i.token_hash = hash and i.expires_at > now() $$;
revoke all on function invitation_of from public;
grant execute on function invitation_of to storewright_app;

-- An owner wants somebody to own the store, and waits for their answer. One at a time in each store.
create table ownership_offer (
  business_id uuid not null default current_business() references business on delete cascade primary key,
  from_person uuid not null references person on delete cascade,
  to_person uuid not null references person on delete cascade,
  -- Whether the store then has both as owners.
  stays_owner boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  check (from_person <> to_person)
);
select belongs_to_business('ownership_offer');

/*
 * A store has an owner at every moment. Whoever takes ownership away waits for others who do the same in this store, and then
 * sees what they did; so of two owners who remove each other at once, one stays.
 */
create function keep_an_owner() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff ' || old.business_id, 0));
  if exists (select 1 from business where id = old.business_id)
    and not exists (select 1 from membership where business_id = old.business_id and role = 'owner' and status = 'active') then
    raise exception 'a store needs an owner' using errcode = 'check_violation', constraint = 'membership__role__last_owner';
  end if;
  return null;
end $$;
revoke all on function keep_an_owner from public;
create trigger owner_left after delete on membership for each row when (old.role = 'owner' and old.status = 'active') execute function keep_an_owner();
create trigger owner_changed after update of role, status on membership for each row
  when (old.role = 'owner' and old.status = 'active' and (new.role <> 'owner' or new.status <> 'active')) execute function keep_an_owner();

-- Open pages are told when what somebody may do has changed, and only then.
drop trigger tell_rights on membership;
create trigger tell_rights after delete on membership for each row execute function tell_rights();
create trigger tell_rights_changed after update on membership for each row
  when ((old.role, old.abilities, old.status) is distinct from (new.role, new.abilities, new.status)) execute function tell_rights();

create function tell_role_rights() returns trigger language plpgsql as $$
begin
  perform tell_processes('rights', person_id) from membership where business_id = old.business_id and role = old.role and abilities is null;
  return null;
end $$;
create trigger tell_role_rights after update of ability on role for each row when (old.ability <> new.ability) execute function tell_role_rights();
create trigger tell_role_gone after delete on role for each row execute function tell_role_rights();
create function tell_role_made() returns trigger language plpgsql as $$
begin
  perform tell_processes('rights', person_id) from membership where business_id = new.business_id and role = new.role and abilities is null;
  return null;
end $$;
create trigger tell_role_made after insert on role for each row execute function tell_role_made();
