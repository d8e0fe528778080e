-- The audit is written by triggers alone, knows from where a change came, lies in months, and is sealed into a chain.

-- Written in this order and no other: a row's place is (epoch, xid, id). Transactions never wait for each other to find
-- their place; a job seals what can no longer get company, because every transaction up to there has ended.
alter table audit
  add column xid xid8 not null default pg_current_xact_id(),
  -- Counts up when the data move to a server that counts its transactions from a lower number.
  add column epoch smallint not null default 0,
  add column ip text,
  -- What the row belongs to: the order of a line, the product of a variant, else the row itself.
  add column record_id uuid;
update audit_rest set record_id = coalesce(
  coalesce(after, before) ->> 'order_id', coalesce(after, before) ->> 'product_id', coalesce(after, before) ->> 'id',
  coalesce(after, before) ->> 'person_id', business_id::text)::uuid;

drop index audit__entity;
create index audit__record on audit (business_id, record_id, at desc, id desc);
create index audit__person on audit (business_id, person_id, at desc, id desc);
create index audit__kind on audit (business_id, entity, at desc, id desc);
create index audit__action on audit (business_id, action, at desc, id desc);
create index audit__order on audit (epoch, xid, id);

-- Nobody who serves requests may write here, not even add: rows come from the two functions below, which run as the owner.
revoke insert on audit from storewright_app;
do $$ begin
  execute format('create policy registry on audit for select to %I using (true)', current_user);
  execute format('create policy writer on audit for insert to %I with check (true)', current_user);
  execute format('create policy registry on membership for select to %I using (true)', current_user);
end $$;

/* Columns that never reach the audit, in any table. That one of them changed is still written down. */
create function audit_hidden() returns text[] language sql immutable parallel safe as $$
  select '{password_hash,hash,token,token_hash,key_hash,secret,secret_hash,secret_sealed,seed}'::text[] $$;

/* Writes one change of a row to the audit. Arguments are columns that are derived and make no change of their own. */
create or replace function audit_row() returns trigger language plpgsql security definer as $$
declare
  derived text[] := coalesce(tg_argv, '{}');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - derived end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - derived end;
  this jsonb := coalesce(now_is, was);
begin
  if was = now_is then return null; end if;
  if this ?| public.audit_hidden() then
    was := was - public.audit_hidden();
    now_is := now_is - public.audit_hidden();
  end if;
  -- Every name with its schema: the caller's temporary tables must not stand in for ours.
  insert into public.audit (business_id, person_id, request_id, ip, entity, entity_id, record_id, action, before, after)
  values (
    coalesce(this ->> 'business_id', this ->> 'id')::uuid, public.current_person(), nullif(current_setting('app.request_id', true), ''),
    nullif(current_setting('app.ip', true), ''), tg_table_name, (this ->> 'id')::uuid,
    coalesce(this ->> 'order_id', this ->> 'product_id', this ->> 'id', this ->> 'person_id', this ->> 'business_id')::uuid,
    lower(tg_op), was, now_is);
  return null;
end $$;

/* Writes what happened without changing a row, such as a login or an export: into one store, or into every store that the
   person it is about works in. The names are those of contract/audit.ts. */
create function record_event(action text, entity text, entity_id uuid, about uuid, business uuid, actor uuid, details jsonb, request_id text, ip text)
  returns void language sql security definer set search_path = pg_catalog, public as $$
  insert into audit (business_id, person_id, request_id, ip, entity, entity_id, record_id, action, after)
  select store.id, actor, coalesce(request_id, nullif(current_setting('app.request_id', true), '')),
    coalesce(ip, nullif(current_setting('app.ip', true), '')), entity, entity_id, coalesce(entity_id, about, store.id), action, details
  from (
    select business as id where business = current_business_or_null()
    union all
    select m.business_id from membership m where business is null and m.person_id = about and m.status = 'active'
  ) store $$;
revoke all on function record_event from public;
grant execute on function record_event to storewright_app;

-- Months ------------------------------------------------------------------------------------------------------------

create function audit_month_name(month date) returns text language sql immutable as $$ select 'audit_' || to_char(month, 'YYYY_MM') $$;

/* Makes the table of a month. Who waits long for a lock makes everybody wait behind them, so it gives up; the clock comes again. What was written into it before it was there lies in audit_rest, and moves. */
create function audit_open_month(month date) returns void language plpgsql set lock_timeout = '3s' as $$
declare
  name text := audit_month_name(month);
  first timestamptz := month::timestamp at time zone 'UTC';
  next timestamptz := (month + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I (like audit including all)', name);
  execute format('with moved as (delete from audit_rest where at >= %L and at < %L returning *) insert into %I select * from moved', first, next, name);
  execute format('alter table audit attach partition %I for values from (%L) to (%L)', name, first, next);
end $$;

/* The tables of this month and the next `ahead`, and of months that audit_rest has rows of. */
create function audit_open_months(ahead integer) returns void language plpgsql as $$
declare month date;
begin
  for month in
    select distinct date_trunc('month', at at time zone 'UTC')::date from audit_rest
    union
    select (date_trunc('month', now() at time zone 'UTC') + n * interval '1 month')::date from generate_series(0, ahead) n
    order by 1
  loop
    perform audit_open_month(month);
  end loop;
end $$;
select audit_open_months(3);

-- The chain ---------------------------------------------------------------------------------------------------------

-- One row a batch: everything after the seal before, up to this place. Of the owner alone.
create table audit_seal (
  seq bigint primary key,
  -- `dropped`: a month left as it was old enough; its rows can no longer be shown, the chain over them can.
  kind text not null check (kind in ('rows', 'dropped')),
  epoch smallint not null,
  xid xid8 not null,
  id uuid not null,
  -- By month: { "2026-11": { "rows": 12, "hash": … } }, so that a month can leave and the rest be proven.
  parts jsonb not null,
  sealed_at timestamptz not null default clock_timestamp(),
  -- Over the hash of the seal before and everything above.
  hash bytea not null
);

create table audit_epoch (
  epoch smallint primary key,
  began_at timestamptz not null default now()
);
insert into audit_epoch (epoch) values (0);

create function micros(t timestamptz) returns bigint language sql immutable as $$ select (extract(epoch from t) * 1000000)::bigint $$;

/* What is hashed of a row: every column, written in one way only. */
create function audit_digest(a audit) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(a.epoch, a.xid::text, a.id, micros(a.at), a.business_id, a.person_id, a.request_id, a.ip,
    a.entity, a.entity_id, a.record_id, a.action, a.before, a.after)::text, 'UTF8')) $$;

create function audit_seal_hash(previous bytea, s audit_seal) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(s.seq, s.kind, s.epoch, s.xid::text, s.id, s.parts, micros(s.sealed_at))::text, 'UTF8')) $$;

/* The parts of a seal as the table has them now: of all rows after one place, up to another. */
create function audit_parts(epoch_0 smallint, xid_0 xid8, id_0 uuid, epoch_1 smallint, xid_1 xid8, id_1 uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(month, jsonb_build_object('rows', number, 'hash', hash)), '{}') from (
    select to_char(a.at at time zone 'UTC', 'YYYY-MM') as month, count(*) as number,
      encode(sha256(string_agg(audit_digest(a), ''::bytea order by a.epoch, a.xid, a.id)), 'hex') as hash
    from audit a where (a.epoch, a.xid, a.id) > (epoch_0, xid_0, id_0) and (a.epoch, a.xid, a.id) <= (epoch_1, xid_1, id_1)
    group by 1
  ) months $$;

/* The last seal; before the first, one that stands for nothing. */
create function audit_head() returns audit_seal language sql stable as $$
  select s from (
    select s, s.seq from audit_seal s
    union all
    select row(0, 'rows', -1, '0', '00000000-0000-0000-0000-000000000000', '{}', '-infinity', '')::audit_seal, 0
  ) heads(s, seq) order by seq desc limit 1 $$;

create function audit_add_seal(s audit_seal) returns audit_seal language plpgsql as $$
declare head audit_seal := audit_head();
begin
  s.seq := head.seq + 1;
  s.sealed_at := clock_timestamp();
  s.hash := audit_seal_hash(head.hash, s);
  insert into audit_seal select s.*;
  return s;
end $$;

/* Seals up to `wanted` rows more, and says how many those were. One at a time; writers never wait for it. Taken for few, the rows
   that wait would be sorted anew for each seal; the index of each month has them in order. */
create function audit_seal_some(wanted integer) returns integer language plpgsql set enable_sort = off as $$
declare
  head audit_seal;
  last record;
  present smallint;
  -- Every transaction below has ended, and what it wrote is seen by the queries that follow.
  horizon xid8;
  number integer;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  horizon := pg_snapshot_xmin(pg_current_snapshot());
  head := audit_head();
  select max(epoch) into present from audit_epoch;
  select a.epoch, a.xid, a.id, a.number into last from (
    select b.*, row_number() over (order by epoch, xid, id) as number from (
      select a.epoch, a.xid, a.id from audit a
      where (a.epoch, a.xid, a.id) > (head.epoch, head.xid, head.id) and (a.epoch, a.xid) < (present, horizon)
      order by a.epoch, a.xid, a.id limit wanted
    ) b
  ) a order by a.number desc limit 1;
  if last is null then return 0; end if;
  number := last.number;
  perform audit_add_seal(row(null, 'rows', last.epoch, last.xid, last.id,
    audit_parts(head.epoch, head.xid, head.id, last.epoch, last.xid, last.id), null, null)::audit_seal);
  return number;
end $$;

/* How many of a store's newest rows are not sealed yet, up to 1000. */
create function unsealed_audit() returns integer language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*)::integer from (
    select 1 from audit a, audit_head() h
    where (a.epoch, a.xid, a.id) > (h.epoch, h.xid, h.id) and a.business_id = current_business() limit 1000
  ) rows $$;
revoke all on function unsealed_audit from public;
grant execute on function unsealed_audit to storewright_app;

/* Called at the start: data that were carried to another server may meet numbers of transactions that are taken already. */
create function audit_continue() returns smallint language plpgsql as $$
declare present smallint;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  select max(epoch) into present from audit_epoch;
  if exists (select 1 from audit where epoch = present and xid >= pg_snapshot_xmax(pg_current_snapshot()))
    or exists (select 1 from audit_seal where epoch = present and xid >= pg_snapshot_xmax(pg_current_snapshot())) then
    present := present + 1;
    insert into audit_epoch (epoch) values (present);
  end if;
  -- Also where rows were put back into tables made anew.
  if present is distinct from (
    select substring(pg_get_expr(d.adbin, d.adrelid) from '\d+')::smallint from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = 'audit'::regclass and a.attname = 'epoch') then
    execute format('alter table audit alter column epoch set default %s', present);
  end if;
  return present;
end $$;

/* How many months ended before `until`. */
create function audit_old_months(until timestamptz) returns bigint language sql stable as $$
  select count(*) from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$'
    and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= until $$;

/* Lets months go that ended before `until`, oldest first: only a month whose every row is sealed and still as it was. */
create function audit_drop_months(until timestamptz) returns text[] language plpgsql set lock_timeout = '3s' as $$
declare
  head audit_seal;
  child record;
  dropped text[] := '{}';
  sealed bigint;
  present bigint;
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  for child in
    select c.relname as name, to_char(to_date(right(c.relname, 7), 'YYYY_MM'), 'YYYY-MM') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit'::regclass and c.relname ~ '^audit_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= until
    order by 1
  loop
    -- A month that was meddled with stays, as the evidence.
    exit when exists (select 1 from audit_faults(child.month));
    select coalesce(sum((s.parts -> child.month ->> 'rows')::bigint), 0) into sealed from audit_seal s where s.kind = 'rows';
    execute format('select count(*) from %I', child.name) into present;
    exit when sealed <> present;
    execute format('drop table %I', child.name);
    head := audit_head();
    perform audit_add_seal(row(null, 'dropped', head.epoch, head.xid, head.id,
      jsonb_build_object(child.month, jsonb_build_object('rows', sealed)), null, null)::audit_seal);
    dropped := dropped || child.month;
  end loop;
  return dropped;
end $$;

/* Seals that do not agree with what the tables have now; of one month, or of all. Months that have left are not looked at. */
create function audit_faults(month text default null, seq_0 bigint default 0, seq_1 bigint default 9223372036854775807)
  returns table (seq bigint, fault text, parts jsonb, found jsonb, since timestamptz, until timestamptz) language sql stable as $$
  with chain as (
    select s.*, lag(s.seq, 1, 0) over w as seq_before, lag(s.hash, 1, ''::bytea) over w as hash_before, lag(s.epoch, 1, -1::smallint) over w as epoch_before,
      lag(s.xid, 1, '0'::xid8) over w as xid_before, lag(s.id, 1, '00000000-0000-0000-0000-000000000000') over w as id_before, lag(s.sealed_at) over w as sealed_before,
      s as whole
    from audit_seal s where s.seq between seq_0 - 1 and seq_1 window w as (order by s.seq)
  ), gone as (
    select array_agg(key) as months from audit_seal d, jsonb_object_keys(d.parts) key where d.kind = 'dropped'
  ), checked as (
    select c.*, c.parts - coalesce(g.months, '{}') as expected,
      case when c.kind = 'dropped' then '{}' else audit_parts(c.epoch_before, c.xid_before, c.id_before, c.epoch, c.xid, c.id) end as present
    from chain c, gone g where c.seq >= seq_0 and (month is null or c.parts ? month)
  )
  select seq, case
      when seq <> seq_before + 1 then 'seal_missing'
      when hash <> audit_seal_hash(hash_before, whole) then 'seal_changed'
      else 'rows_changed' end,
    expected, present, sealed_before, sealed_at
  from checked
  where seq <> seq_before + 1 or hash <> audit_seal_hash(hash_before, whole)
    or (kind = 'rows' and present <> expected) $$;

do $$
declare f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname ~ '^audit_' and p.proname not in ('audit_row', 'audit_hidden') loop
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;
