-- Messages that shoppers send with the contact form. The audit records that staff deleted one, without its content,
-- so that a deleted message is gone.
create table contact_message (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  email text not null,
  order_number text not null default '',
  message text not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index contact_message__newest on contact_message (business_id, created_at desc, id desc);
create index contact_message__old on contact_message (created_at);
alter table contact_message enable row level security;
alter table contact_message force row level security;
create policy own_business on contact_message
  using (business_id = current_business()) with check (business_id = current_business());
grant select, delete on contact_message to storewright_app;
create trigger audit after delete on contact_message for each row
  execute function audit_row('name', 'email', 'order_number', 'message');
-- For the function that deletes old messages of every store.
do $$ begin
  execute format('create policy owner_cleanup on contact_message to %I using (true)
    with check (business_id = current_business())', current_user);
end $$;

do $$ declare checked text; begin
  for checked in select conname from pg_constraint where conrelid = 'notification'::regclass and contype = 'c' loop
    execute format('alter table notification drop constraint %I', checked);
  end loop;
end $$;
alter table notification
  add constraint notification_kind_check check (kind in ('order_created', 'stock_low', 'import_ready', 'import_done',
    'import_failed', 'domain_active', 'domain_failed', 'webhook_off', 'webhook_left', 'contact_message')),
  add constraint notification_subject_check check (subject in ('order', 'product', 'import', 'domain', 'developer',
    'customer'));

create function add_contact_message(name text, email text, order_number text, message text) returns void
language sql as '';
create function delete_old_contact_messages(max_count integer) returns integer language sql as 'select 0';
