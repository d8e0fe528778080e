-- A file, the rows that it contains, and the result of each. None of it is audited: the changes
-- that an import makes carry its id as their request.
create table import (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('products', 'orders', 'customers', 'parcels')),
  file_name text not null,
  file_key text not null,
  bytes integer not null,
  format text not null default '',
  -- Of a file that is not in Unicode. The samples are cells in their own bytes (base64), by which
  -- users check the encoding.
  encoding text not null default '',
  is_encoding_chosen boolean not null default false,
  encoding_samples jsonb not null default '[]',
  columns jsonb not null default '[]',
  -- The matched fields of a spreadsheet are kept by the headers of the file, so that the next file
  -- with the same headers needs no matching.
  header_signature text not null default '',
  matched_fields jsonb,
  row_count integer not null default 0,
  copy_images boolean not null default true,
  -- Null when the file offers no choice.
  create_categories boolean,
  notify_customers boolean not null default false,
  -- Whether images are being fetched. Reset to stop it.
  is_fetching_images boolean not null default false,
  status text not null default 'planning'
    check (status in ('planning', 'matching', 'planned', 'running', 'done', 'failed', 'cancelled')),
  progress real not null default 0 check (progress between 0 and 1),
  counts jsonb not null
    default '{"create": 0, "update": 0, "unchanged": 0, "skip": 0, "warn": 0, "error": 0}',
  code text not null default '',
  params jsonb not null default '{}',
  message text not null default '',
  person_id uuid,
  created_at timestamptz not null default now(),
  -- Then it can be started, and started again after an interruption.
  planned_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (store_id, id)
);
comment on table import is 'Erasure of a customer
remain: file_name encoding_samples
not personal: kind file_key format encoding columns header_signature matched_fields status counts
not personal: code params message';
create index import__newest on import (store_id, created_at desc, id desc);
create index import__in_progress on import (store_id) where status in ('planning', 'running');
create index import__header_signature on import (store_id, header_signature, created_at desc)
  where matched_fields is not null;
alter table import enable row level security, force row level security;
create policy own_store on import
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_read on import for select to current_user using (true);
grant select, insert, update, delete on import to storewright_app;
create trigger notification_import after update of status on import for each row
  when (new.status <> old.status and new.status in ('planned', 'done', 'failed'))
  execute function add_import_notification();
create trigger notify_import_progress after update of status, progress on import for each row
  when ((new.status, new.progress) is distinct from (old.status, old.progress))
  execute function notify_import_changed();
create trigger notify_import_started after insert on import for each row
  execute function notify_import_changed();

create table import_item (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  import_id uuid not null,
  position integer not null,
  row integer not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'skip')),
  name text not null default '',
  title text not null default '',
  size integer not null default 0,
  amount bigint,
  changes jsonb not null default '[]',
  reasons text[] not null default '{}',
  problems jsonb not null default '[]',
  target uuid,
  -- Set in the transaction that wrote the record, so that a resumed run skips it.
  written_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, import_id) references import on delete cascade,
  constraint import_item__position__taken unique (store_id, import_id, position)
);
comment on table import_item is 'Erasure of a customer
by record: target
empty: name title changes problems
not personal: action reasons';
create index import_item__action on import_item (store_id, import_id, action, position);
alter table import_item enable row level security, force row level security;
create policy own_store on import_item
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on import_item to storewright_app;

create table import_problem (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  import_id uuid not null,
  row integer not null,
  "column" text not null default '',
  -- The field and the value of the cell, so that the report names them without the headers of the
  -- file.
  field text not null default '',
  value text not null default '',
  level text not null check (level in ('error', 'warn')),
  code text not null,
  -- The values of the message. The browser translates it by its code.
  params jsonb not null default '{}',
  message text not null,
  primary key (store_id, id),
  foreign key (store_id, import_id) references import on delete cascade
);
comment on table import_problem is 'Erasure of a customer
remain: value params message
not personal: column field level code';
create index import_problem__row on import_problem (store_id, import_id, "row", id);
alter table import_problem enable row level security, force row level security;
create policy own_store on import_problem
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on import_problem to storewright_app;
