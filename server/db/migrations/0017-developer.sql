-- What programs do in a store: keys they come with, and what they are told.

-- A key acts as the person who made it, within its own abilities. Only a hash of it is kept: it has 256 bits of chance.
create table api_key (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  name text not null check (name <> ''),
  hash bytea not null,
  -- Its last characters, to be told from others by.
  hint text not null,
  ability jsonb not null,
  made_by uuid references person on delete set null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index api_key__hash on api_key (hash);
create index api_key__newest on api_key (business_id, created_at desc, id desc);
select belongs_to_business('api_key', '{hash,last_used_at,version}');
-- A key is known before its store is.
do $$ begin execute format('create policy keeper on api_key for select to %I using (true)', current_user); end $$;

/* Whose key this is and what both may do by now; nothing for one that has ended, or whose maker is shut out. */
create function api_key_standing(secret_hash bytea)
  returns table (business_id uuid, id uuid, person_id uuid, role text, abilities jsonb, ability jsonb, is_used_lately boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select k.business_id, k.id, m.person_id, m.role, coalesce(m.abilities, r.ability), k.ability, coalesce(k.last_used_at > now() - interval '1 minute', false)
  from api_key k join person p on p.id = k.made_by and p.disabled_at is null
  join membership m on m.business_id = k.business_id and m.person_id = k.made_by and m.status = 'active'
  left join role r on r.business_id = m.business_id and r.role = m.role
  where k.hash = secret_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) $$;
revoke all on function api_key_standing from public;
grant execute on function api_key_standing to storewright_app;
