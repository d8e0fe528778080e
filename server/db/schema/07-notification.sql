-- Events of a store that its staff may want to see. Rows are derived, so they are not audited.
create table notification (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- A kind and a subject of contract/staff/notification.ts. Staff who can read this subject see the notification.
  kind text not null,
  subject text not null,
  -- Only this person sees it. Null: all of them.
  person_id uuid references person on delete cascade,
  -- No foreign key: the event remains when the record is deleted.
  subject_id uuid not null,
  -- The values of its sentence at that time.
  data jsonb not null default '{}',
  -- The time of the clock, not of the transaction, so that it rises with the id.
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
comment on table notification is 'Erasure of a customer
delete: data
not personal: kind subject';
create index notification__newest on notification (store_id, created_at desc, id desc);
create index notification__created on notification (created_at);
create index notification__person on notification (person_id, store_id, created_at) where person_id is not null;
alter table notification enable row level security, force row level security;
create policy own_store on notification
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on notification to current_user using (true) with check (true);
grant select, insert, update, delete on notification to storewright_app;

-- Up to which notification a person has read all of them.
create table notification_reader (
  store_id uuid not null default current_store() references store on delete cascade,
  person_id uuid not null references person on delete cascade,
  read_up_to uuid not null,
  changed_at timestamptz not null default now(),
  primary key (store_id, person_id)
);
alter table notification_reader enable row level security, force row level security;
create policy own_store on notification_reader
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on notification_reader to current_user using (true) with check (true);
grant select, insert, update, delete on notification_reader to storewright_app;
create trigger notify_notifications_read after insert or update on notification_reader for each row
  execute function notify_notifications_read();

-- Single notifications that a person has read beyond.
create table notification_read (
  store_id uuid not null default current_store() references store on delete cascade,
  person_id uuid not null references person on delete cascade,
  notification_id uuid not null,
  changed_at timestamptz not null default now(),
  primary key (store_id, person_id, notification_id),
  foreign key (store_id, notification_id) references notification on delete cascade
);
create index notification_read__notification on notification_read (store_id, notification_id);
alter table notification_read enable row level security, force row level security;
create policy own_store on notification_read
  using (store_id = current_store()) with check (store_id = current_store());
create policy owner_access on notification_read to current_user using (true) with check (true);
grant select, insert, update, delete on notification_read to storewright_app;
create trigger notify_notifications_read after insert on notification_read for each row
  execute function notify_notifications_read();
