create table person (
  id uuid primary key default new_id(),
  email text not null,
  username text not null,
  full_name text not null,
  password_hash text not null,
  avatar text not null default '',
  email_verified_at timestamptz,
  last_login_at timestamptz,
  last_business_id uuid,
  disabled_at timestamptz,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now()
);
-- Emails are stored in lower case; the index says so, so that a forgotten lower() cannot make a second account.
create unique index person__email__taken on person (lower(email));
create unique index person__username__taken on person (lower(username));
grant select, insert, update on person to storewright_app;

-- One row a device; its refresh tokens are one family. Ending the row ends every token of it.
create table session (
  id uuid primary key default new_id(),
  person_id uuid not null references person on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session__person on session (person_id, last_used_at desc);
grant select, insert, update, delete on session to storewright_app;

create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_token__session on refresh_token (session_id);
grant select, insert, update, delete on refresh_token to storewright_app;

create table business (
  id uuid primary key default new_id(),
  name text not null,
  slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) between 3 and 40),
  legal_name text not null default '',
  description text not null default '',
  email text not null default '',
  phone text not null default '',
  address jsonb not null default '{}',
  currency char(3) not null default 'USD',
  timezone text not null default 'UTC',
  locale text not null default 'en',
  weight_unit text not null default 'kg' check (weight_unit in ('kg', 'g', 'lb', 'oz')),
  logo text not null default '',
  favicon text not null default '',
  status text not null default 'draft' check (status in ('draft', 'live', 'paused', 'closed')),
  order_prefix text not null default '#',
  tax_included boolean not null default false,
  default_tax_rate numeric(6, 3) not null default 0 check (default_tax_rate between 0 and 100),
  low_stock_at integer not null default 5,
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index business__domain__taken on business (slug);

create table membership (
  person_id uuid not null references person on delete cascade,
  business_id uuid not null references business on delete cascade,
  role text not null check (role in ('owner', 'administrator', 'manager', 'user', 'support', 'restricted-user')),
  -- null: what the role may do; else exactly these pairs
  abilities jsonb,
  status text not null default 'active' check (status in ('invited', 'active', 'inactive')),
  created_at timestamptz not null default now(),
  primary key (person_id, business_id)
);
create index membership__business on membership (business_id, person_id);

alter table membership enable row level security;
alter table membership force row level security;
create policy mine on membership for select using (person_id = current_person() or business_id = current_business_or_null());
create policy own_business on membership using (business_id = current_business_or_null()) with check (business_id = current_business_or_null());
create trigger audit after insert or update or delete on membership for each row execute function audit_row();
grant select, insert, update, delete on membership to storewright_app;

alter table business enable row level security;
alter table business force row level security;
create policy mine on business for select
  using (id = current_business_or_null() or id in (select business_id from membership where person_id = current_person() and status = 'active'));
create policy own_business on business using (id = current_business_or_null()) with check (id = current_business_or_null());
create trigger audit after insert or update or delete on business for each row execute function audit_row('updated_at', 'version');
grant select, insert, update on business to storewright_app;

-- Whether an address is free concerns every store, so it is answered for all of them, and as yes or no alone.
do $$ begin execute format('create policy registry on business for select to %I using (true)', current_user); end $$;
create function address_taken(wanted text) returns boolean language sql stable security definer set search_path = pg_catalog, public as
  $$ select exists (select 1 from business where slug = wanted) $$;
revoke all on function address_taken from public;
grant execute on function address_taken to storewright_app;

-- Numbers of a store's orders: one row a store, locked only by the moment that takes the next one.
create table order_counter (
  business_id uuid primary key references business on delete cascade,
  last_number bigint not null default 1000
);
alter table order_counter enable row level security;
alter table order_counter force row level security;
create policy own_business on order_counter using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update on order_counter to storewright_app;

create table domain (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  domain text not null check (length(domain) <= 253),
  kind text not null default 'custom' check (kind in ('subdomain', 'custom')),
  status text not null default 'pending' check (status in ('pending', 'active', 'failed')),
  is_primary boolean not null default false,
  token text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
  records jsonb not null default '[]',
  last_error text not null default '',
  last_checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
alter table domain add constraint domain__domain__taken unique (business_id, domain);
-- Two stores may claim a host; only one can prove it.
create unique index domain__domain__in_use on domain (domain) where status = 'active';
create unique index domain__is_primary__taken on domain (business_id) where is_primary;
select belongs_to_business('domain', '{last_checked_at}');

-- Whether a host is proven by some store concerns every store, so it is answered for all of them, and as yes or no alone.
do $$ begin execute format('create policy registry on domain for select to %I using (true)', current_user); end $$;
create function host_proven(wanted text) returns boolean language sql stable security definer set search_path = pg_catalog, public as
  $$ select exists (select 1 from domain where domain = wanted and status = 'active') $$;
revoke all on function host_proven from public;
grant execute on function host_proven to storewright_app;

-- The first answer to a request that carried an Idempotency-Key, kept in the same transaction as its effect.
create table idempotency (
  business_id uuid not null default current_business() references business on delete cascade,
  person_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (business_id, person_id, route, key)
);
create index idempotency__old on idempotency (created_at);
alter table idempotency enable row level security;
alter table idempotency force row level security;
create policy own_business on idempotency using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on idempotency to storewright_app;
