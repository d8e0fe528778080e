-- What happened in a store and somebody may want to know. Notices are derived, so none of them is in the audit.
create table notice (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in
    ('order_created', 'stock_low', 'import_ready', 'import_done', 'import_failed', 'domain_active', 'domain_failed')),
  -- Whoever may read this sees the notice.
  subject text not null check (subject in ('order', 'product', 'import', 'domain')),
  -- No foreign key: what happened stays true when the thing is gone.
  subject_id uuid not null,
  -- What its sentence is made of, as it was at that moment.
  data jsonb not null default '{}',
  -- The clock's time and not the transaction's, so that this and the id say the same order.
  created_at timestamptz not null default clock_timestamp(),
  primary key (business_id, id)
);
create index notice__newest on notice (business_id, created_at desc, id desc);
create index notice__old on notice (created_at);

-- Up to where a person has read everything in a store, and single ones read beyond.
create table notice_reader (
  business_id uuid not null default current_business() references business on delete cascade,
  person_id uuid not null references person on delete cascade,
  read_to uuid not null,
  changed_at timestamptz not null default now(),
  primary key (business_id, person_id)
);
create table notice_read (
  business_id uuid not null default current_business() references business on delete cascade,
  person_id uuid not null references person on delete cascade,
  notice_id uuid not null,
  changed_at timestamptz not null default now(),
  primary key (business_id, person_id, notice_id),
  foreign key (business_id, notice_id) references notice (business_id, id) on delete cascade
);
create index notice_read__notice on notice_read (business_id, notice_id);
create index import__busy on import (business_id) where status in ('planning', 'running');

do $$
declare t text;
begin
  foreach t in array '{notice,notice_reader,notice_read}'::text[] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy own_business on %s using (business_id = current_business()) with check (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %s to storewright_app', t);
    -- For the two functions below, which concern every store.
    execute format('create policy keeper on %s to %I using (true) with check (true)', t, current_user);
  end loop;
  execute format('create policy keeper on import for select to %I using (true)', current_user);
end $$;

/* Tells every server process that something is new: one word and ids, never what it says. Only a commit sends it. */
create function tell_processes(word text, variadic ids uuid[]) returns void language sql as
  $$ select pg_notify('notice', word || ' ' || array_to_string(ids, ' ')) $$;

/*
 * Notices are written by triggers: whatever places an order or takes stock, a page, an import, a job or a call that is
 * yet to be written, cannot forget them, and what is rolled back leaves none.
 */
create function add_notice(kind text, subject text, subject_id uuid, data jsonb) returns void language plpgsql as $$
declare made uuid;
begin
  insert into notice (kind, subject, subject_id, data) values (kind, subject, subject_id, data) returning id into made;
  perform tell_processes('new', current_business(), made);
end $$;

create function notice_order() returns trigger language plpgsql as $$
begin
  perform add_notice('order_created', 'order', new.id, jsonb_build_object(
    'number', new.number, 'customer', new.customer_name, 'total', new.total, 'currency', new.currency, 'source', new.source));
  return null;
end $$;
-- History that is brought in is no news, and neither is an order that is made with a date long past.
create trigger notice_inserted after insert on "order" for each row
  when (new.source <> 'import' and new.status <> 'draft' and new.created_at > now() - interval '1 day') execute function notice_order();
create trigger notice_placed after update of status on "order" for each row
  when (old.status = 'draft' and new.status not in ('draft', 'cancelled')) execute function notice_order();

/* Once, when the stock crosses the store's limit on its way down; not again until it has been above. */
create function notice_stock() returns trigger language plpgsql as $$
declare
  low integer := (select low_stock_at from business where id = new.business_id);
begin
  if old.stock > low and new.stock <= low then
    perform add_notice('stock_low', 'product', new.product_id, (
      select jsonb_build_object('title', p.title, 'variantTitle', array_to_string(new.options, ' / '), 'sku', new.sku, 'stock', new.stock)
      from product p where p.business_id = new.business_id and p.id = new.product_id));
  end if;
  return null;
end $$;
-- A file that sets the stock of a whole catalogue would bury everything else; its report says what it changed.
create trigger notice_stock after update of stock on variant for each row
  when (new.track_stock and new.stock < old.stock and coalesce(current_setting('app.request_id', true), '') not like 'import-%')
  execute function notice_stock();

create function notice_import() returns trigger language plpgsql as $$
begin
  perform add_notice(case new.status when 'planned' then 'import_ready' when 'done' then 'import_done' else 'import_failed' end, 'import', new.id,
    jsonb_build_object('fileName', new.file_name, 'kind', new.kind, 'message', new.message) || (new.counts - '{warn}'::text[]));
  return null;
end $$;
create trigger notice_import after update of status on import for each row
  when (new.status <> old.status and new.status in ('planned', 'done', 'failed')) execute function notice_import();

create function notice_domain() returns trigger language plpgsql as $$
begin
  perform add_notice(case new.status when 'active' then 'domain_active' else 'domain_failed' end, 'domain', new.id,
    jsonb_build_object('domain', new.domain, 'message', new.last_error));
  return null;
end $$;
create trigger notice_domain after update of status on domain for each row
  when (new.status <> old.status and new.status in ('active', 'failed') and new.kind = 'custom') execute function notice_domain();

-- What else an open page wants to hear of at once: work that goes on, notices read elsewhere, and the end of its rights.
create function tell_work() returns trigger language plpgsql as $$
begin
  perform tell_processes('work', new.business_id);
  return null;
end $$;
create trigger tell_begun after insert on import for each row execute function tell_work();
create trigger tell_work after update of status, progress on import for each row
  when ((new.status, new.progress) is distinct from (old.status, old.progress)) execute function tell_work();

create function tell_read() returns trigger language plpgsql as $$
begin
  perform tell_processes('read', new.business_id, new.person_id);
  return null;
end $$;
create trigger tell_read after insert or update on notice_reader for each row execute function tell_read();
create trigger tell_read after insert on notice_read for each row execute function tell_read();

create function tell_session() returns trigger language plpgsql as $$
begin
  perform tell_processes('session', old.id);
  return null;
end $$;
create trigger tell_ended after update of ended_at on session for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session();
create trigger tell_deleted after delete on session for each row execute function tell_session();

create function tell_rights() returns trigger language plpgsql as $$
begin
  perform tell_processes('rights', old.person_id);
  return null;
end $$;
create trigger tell_rights after update or delete on membership for each row execute function tell_rights();

/* For processes that cannot be told: what is new since then in these stores, in the words of `tell_processes`. */
create function news_since(stores uuid[], since timestamptz) returns setof text language sql stable security definer set search_path = pg_catalog, public as $$
  select 'new ' || business_id || ' ' || id from notice where business_id = any (stores) and created_at > since
  union all select 'read ' || business_id || ' ' || person_id from notice_reader where business_id = any (stores) and changed_at > since
  union all select distinct 'read ' || business_id || ' ' || person_id from notice_read where business_id = any (stores) and changed_at > since
  union all select distinct 'work ' || business_id from import
    where business_id = any (stores) and (status in ('planning', 'running') or finished_at > since or planned_at > since)
$$;

/* Notices are kept for ninety days. A part at a time, so that nobody waits long; says how many went. */
create function forget_old_notices(at_most integer) returns integer language sql security definer set search_path = pg_catalog, public as $$
  with gone as (
    delete from notice n using (select business_id, id from notice where created_at < now() - interval '90 days' order by created_at limit at_most) o
    where n.business_id = o.business_id and n.id = o.id returning 1
  ) select count(*)::integer from gone
$$;

revoke all on function news_since, forget_old_notices from public;
grant execute on function news_since, forget_old_notices to storewright_app;
