create table membership (
  person_id uuid not null references person on delete cascade,
  store_id uuid not null references store on delete cascade,
  -- `owner`, the code of a default role, or that of one of the store's roles.
  role text not null constraint membership__role__invalid
    check (role ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(role) <= 60),
  -- Null: those of the role. Otherwise exactly these.
  abilities jsonb,
  status text not null default 'active'
    constraint membership__status__invalid check (status in ('active', 'inactive')),
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (person_id, store_id)
);
comment on table membership is 'Erasure of a customer
not personal: role abilities status';
create index membership__store on membership (store_id, person_id);
alter table membership enable row level security, force row level security;
create policy own_store on membership
  using (store_id = current_store_or_null())
  with check (store_id = current_store_or_null());
create policy owner_read on membership for select to current_user using (true);
create policy person_read on membership for select
  using (person_id = current_person() or store_id = current_store_or_null());
create trigger audit after insert or update or delete on membership for each row
  execute function audit_row('last_seen_at', 'version', 'updated_at');
grant select, insert, update, delete on membership to storewright_app;
create trigger access_of_former_staff_ended after delete on membership for each row
  execute function end_access_of_former_staff();
create trigger access_of_inactive_staff_ended after update of status on membership for each row
  when (old.status = 'active' and new.status <> 'active')
  execute function end_access_of_former_staff();
create trigger notify_membership_changed after update on membership for each row
  when (
    (old.role, old.abilities, old.status)
    is distinct from
    (new.role, new.abilities, new.status)
  ) execute function notify_membership_changed();
create trigger notify_membership_deleted after delete on membership for each row
  execute function notify_membership_changed();
create trigger owner_changed after update of role, status on membership for each row
  when (
    old.role = 'owner' and old.status = 'active' and (new.role <> 'owner' or new.status <> 'active')
  ) execute function require_store_owner();
create trigger owner_left after delete on membership for each row
  when (old.role = 'owner' and old.status = 'active') execute function require_store_owner();
-- Not for the storefront, which must not read memberships.
create policy person_read on store for select to storewright_app
  using (id = current_store_or_null() or id in (
    select store_id from membership where person_id = current_person() and status = 'active'));

-- The roles of a store. A default role has no row until the store changes it.
create table role (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- The code by which memberships and invitations name it.
  role text not null check (role ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and role <> 'owner'
    and length(role) <= 60),
  name text not null check (name <> ''),
  description text not null default '',
  ability jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint role__role__taken unique (store_id, role)
);
comment on table role is 'Erasure of a customer
not personal: role name description ability';
create unique index role__name__taken on role (store_id, lower(name));
alter table role enable row level security, force row level security;
create policy own_store on role
  using (store_id = current_store_or_null())
  with check (store_id = current_store_or_null());
create policy owner_read on role for select to current_user using (true);
create policy person_read on role for select
  using (store_id in (
    select store_id from membership where person_id = current_person() and status = 'active'));
create trigger audit after insert or update or delete on role for each row
  execute function audit_row('version', 'updated_at');
grant select, insert, update, delete on role to storewright_app;
create trigger notify_role_changed after update of ability on role for each row
  when (old.ability <> new.ability) execute function notify_role_changed();
create trigger notify_role_created after insert on role for each row
  execute function notify_role_created();
create trigger notify_role_deleted after delete on role for each row
  execute function notify_role_changed();

-- Only a hash of the token of the link is stored.
create table invitation (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  email text not null check (email = lower(email)),
  role text not null check (role <> 'owner'),
  invited_by uuid references person on delete set null,
  -- Null until the email is written.
  token_hash bytea,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  constraint invitation__email__taken unique (store_id, email)
);
comment on table invitation is 'Erasure of a customer
not personal: email role
hidden: token_hash';
create unique index invitation__token on invitation (token_hash) where token_hash is not null;
create index invitation__expired on invitation (expires_at);
select belongs_to_store('invitation', '{token_hash,version}');
create policy owner_delete on invitation for delete to current_user using (true);
create policy owner_read on invitation for select to current_user using (true);

-- The offer of an owner to make another person the owner, at most one for each store.
create table ownership_offer (
  store_id uuid primary key default current_store() references store on delete cascade,
  sender_id uuid not null references person on delete cascade,
  recipient_id uuid not null references person on delete cascade,
  -- Whether the store then has both as owners.
  stays_owner boolean not null default false,
  expires_at timestamptz not null default now() + interval '7 days',
  created_at timestamptz not null default now(),
  check (sender_id <> recipient_id)
);
select belongs_to_store('ownership_offer');

-- A page that a person pinned. It ends with the membership.
create table bookmark (
  store_id uuid not null default current_store(),
  id uuid not null default new_id(),
  person_id uuid not null default current_person(),
  title text not null check (title <> ''),
  -- A path of the back office, never another host.
  path text not null check (path ~ '^/[^/\\]'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (person_id, store_id) references membership on delete cascade
);
comment on table bookmark is 'Erasure of a customer
delete: title path';
create unique index bookmark__path__taken on bookmark (store_id, person_id, path);
create index bookmark__position on bookmark (store_id, person_id, position, id);
alter table bookmark enable row level security, force row level security;
create policy own_bookmark on bookmark
  using (store_id = current_store() and person_id = current_person())
  with check (store_id = current_store() and person_id = current_person());
create policy owner_erasure on bookmark to current_user
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on bookmark to storewright_app;

-- A saved view of a list.
create table list_view (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person() references person on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  -- The query of the URL: search, filters, order and page size.
  query jsonb not null default '{}',
  -- Null: the view leaves the columns to each person.
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  is_shared boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table list_view is 'Erasure of a customer
remain: query
not personal: list name columns density';
create unique index list_view__name__taken on list_view (store_id, list, person_id, lower(name));
select belongs_to_store('list_view', '{updated_at}');
-- No other person sees a view that is not shared.
create policy own_or_shared on list_view as restrictive to storewright_app
  using (is_shared or person_id = current_person())
  with check (is_shared or person_id = current_person());

-- The columns of one person in one list, or in one view of it. Not audited.
create table list_layout (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person() references person on delete cascade,
  list text not null,
  -- Null for the list itself.
  view_id uuid,
  columns jsonb,
  density text check (density in ('comfortable', 'compact')),
  -- The view that the list opens with.
  default_view_id uuid,
  primary key (store_id, id),
  foreign key (store_id, default_view_id)
    references list_view on delete set null (default_view_id),
  foreign key (store_id, view_id) references list_view on delete cascade,
  constraint list_layout__person unique nulls not distinct (store_id, person_id, list, view_id)
);
comment on table list_layout is 'Erasure of a customer
not personal: list columns density';
create index list_layout__view on list_layout (store_id, view_id) where view_id is not null;
create index list_layout__default on list_layout (store_id, default_view_id)
  where default_view_id is not null;
alter table list_layout enable row level security, force row level security;
create policy own_layout on list_layout
  using (store_id = current_store() and person_id = current_person())
  with check (store_id = current_store() and person_id = current_person());
grant select, insert, update, delete on list_layout to storewright_app;
