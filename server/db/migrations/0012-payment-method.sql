-- How a store is paid, and how far it has come before it opens.

create table payment_method (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('cash_on_delivery', 'bank_transfer', 'cash_at_pickup', 'other')),
  name text not null,
  -- What the buyer is told once the order is placed, such as where to send the money.
  instructions text not null default '',
  enabled boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index payment_method__name__taken on payment_method (business_id, lower(name));
select belongs_to_business('payment_method', '{version,updated_at}');

-- Whether a person wants to see the first steps of a store. What is done is never kept: it is read from what there is.
create table onboarding (
  business_id uuid not null default current_business() references business on delete cascade,
  person_id uuid not null references person on delete cascade,
  dismissed boolean not null default false,
  primary key (business_id, person_id)
);
select belongs_to_business('onboarding');

-- The free address is made from the name; this says since when somebody wants it so. Stores that are there live with theirs.
alter table business add column address_chosen_at timestamptz default now();
alter table business alter column address_chosen_at drop default;
create function choose_address() returns trigger language plpgsql as $$
begin
  new.address_chosen_at = now();
  return new;
end $$;
create trigger choose_address before update of slug on business for each row when (new.slug <> old.slug) execute function choose_address();

-- Timed work looks into every store. It is told ids and nothing else, and then works within each store by itself.
do $$ begin execute format('create policy registry on import for select to %I using (true)', current_user); end $$;

-- Domains to look up again: often while records are new, seldom later, and each at a moment of its own.
create function domains_due(wanted integer) returns table (business_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select d.business_id, d.id from domain d
  where d.kind = 'custom' and coalesce(d.last_checked_at, d.created_at) + case
    when d.status = 'active' and d.last_error = '' then interval '1 day' + (abs(hashtext(d.domain)) % 240) * interval '1 minute'
    when d.status = 'active' then interval '30 minutes'
    when d.created_at > now() - interval '2 hours' then interval '5 minutes'
    when d.created_at > now() - interval '1 day' then interval '30 minutes'
    when d.created_at > now() - interval '14 days' then interval '6 hours'
    else interval '1 day' end <= now()
  order by coalesce(d.last_checked_at, d.created_at) limit wanted $$;

-- Uploaded files that nothing will read again.
create function import_files_spent() returns table (business_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select i.business_id, i.id from import i
  where i.file_key <> '' and i.finished_at < now() - interval '7 days' and i.status in ('done', 'failed', 'cancelled') limit 500 $$;

-- Imports under way whose job is gone: it was killed as often as a job is tried, and had no chance to say so.
create function imports_adrift() returns table (business_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select i.business_id, i.id from import i
  where (i.status in ('planning', 'running') or i.fetching) and not exists (
    select 1 from graphile_worker._private_jobs j
    where j.key in ('import ' || i.id, 'pictures ' || i.id) and (j.locked_at is not null or j.attempts < j.max_attempts)) $$;

do $$
declare f regprocedure;
begin
  foreach f in array '{domains_due(integer),import_files_spent(),imports_adrift()}'::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to storewright_app', f);
  end loop;
end $$;
