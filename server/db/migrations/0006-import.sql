-- A file on its way into the store: what was found in it, and what became of each product or order. None of it is in the
-- audit: what an import changes is, and each of those changes carries the import's id as its request.
create table import (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('products', 'orders')),
  file_name text not null,
  file_key text not null,
  bytes integer not null,
  format text not null default '',
  status text not null default 'planning' check (status in ('planning', 'planned', 'running', 'done', 'failed', 'cancelled')),
  progress real not null default 0 check (progress between 0 and 1),
  counts jsonb not null default '{"create": 0, "update": 0, "unchanged": 0, "skip": 0, "error": 0, "warn": 0}',
  columns jsonb not null default '[]',
  row_count integer not null default 0,
  message text not null default '',
  -- Whether pictures are being fetched; taken back to stop it.
  fetching boolean not null default false,
  person_id uuid,
  created_at timestamptz not null default now(),
  -- Once it is, it can be started, and started again after it broke off.
  planned_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (business_id, id)
);
create index import__newest on import (business_id, created_at desc, id desc);

create table import_item (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  import_id uuid not null,
  position integer not null,
  "row" integer not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'skip')),
  name text not null default '',
  title text not null default '',
  size integer not null default 0,
  amount bigint,
  changes jsonb not null default '[]',
  reasons text[] not null default '{}',
  target uuid,
  -- Set in the transaction that wrote it, so that a run that is taken up again passes over it.
  written_at timestamptz,
  primary key (business_id, id),
  constraint import_item__position__taken unique (business_id, import_id, position),
  foreign key (business_id, import_id) references import (business_id, id) on delete cascade
);
create index import_item__action on import_item (business_id, import_id, action, position);

create table import_problem (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  import_id uuid not null,
  "row" integer not null,
  "column" text not null default '',
  level text not null check (level in ('error', 'warn')),
  code text not null,
  message text not null,
  primary key (business_id, id),
  foreign key (business_id, import_id) references import (business_id, id) on delete cascade
);
create index import_problem__row on import_problem (business_id, import_id, "row", id);

do $$
declare t text;
begin
  foreach t in array '{import,import_item,import_problem}'::text[] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy own_business on %s using (business_id = current_business()) with check (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %s to storewright_app', t);
  end loop;
end $$;

-- A column for the reason given at product.title_sorted: an index on lower(sku) serves nobody behind row security, and
-- an import asks for thousands of them.
alter table variant add column sku_key text not null generated always as (lower(sku)) stored;
create index variant__sku_key on variant (business_id, sku_key) where sku_key <> '';

-- Likewise for the emails of an order file; they are stored in lower case.
create index customer__email on customer (business_id, email) where email <> '';
