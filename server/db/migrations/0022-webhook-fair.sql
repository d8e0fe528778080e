-- What one store or one address keeps waiting is waited for by nobody else, and who has left a store is not told of it unseen;
-- and what waits to be sealed is no fault.

-- By whose turn it is, and not only by what was due first: a backlog is one place in the walk, however long it is.
create index webhook_delivery__queue on webhook_delivery (business_id, webhook_id, next_at) where status = 'waiting';
do $$ begin execute format('create policy keeper on webhook for select to %I using (true)', current_user); end $$;

drop function claim_deliveries;
/*
 * Takes up deliveries that are due, for whoever sends them: until the lease is over nobody else gets them, and after it, if
 * the sender died, somebody does. Goes through the webhooks that have something waiting, from one to the next by the index,
 * and counts what the sender is busy with: two of each webhook may be under way, and four of a store. A webhook that fails has
 * one at a time, as a probe; probes may be two of a store's beside those four, and have so many places and no more: however many
 * addresses are dead, the others go on, and however busy those are, what works again is found out. Whose turn it is where there
 * are too many is left to chance, which forgets nobody. `busy_stores`: one of each that is under way and no probe; `probed_stores`
 * of each that is one.
 */
create function claim_deliveries(at_most integer, probes_at_most integer, busy_stores uuid[], busy_webhooks uuid[], lease interval, probed_stores uuid[] default '{}')
  returns table (business_id uuid, webhook_id uuid, id uuid, is_probe boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  -- Each second of most days ends here.
  if not exists (select 1 from webhook_delivery d where d.status = 'waiting' and d.next_at <= now()) then return; end if;
  return query
    with recursive queue as (
      (select d.business_id, d.webhook_id from webhook_delivery d where d.status = 'waiting' order by d.business_id, d.webhook_id limit 1)
      union all
      select n.business_id, n.webhook_id from queue q cross join lateral (
        select d.business_id, d.webhook_id from webhook_delivery d
        where d.status = 'waiting' and (d.business_id, d.webhook_id) > (q.business_id, q.webhook_id) order by d.business_id, d.webhook_id limit 1) n
    ), due as (
      select q.business_id, q.webhook_id, d.id, d.next_at, w.failing_since is not null as is_probe, random() as chance
      from queue q join webhook w on w.business_id = q.business_id and w.id = q.webhook_id
      cross join lateral (
        select f.id, f.next_at from webhook_delivery f
        where f.business_id = q.business_id and f.webhook_id = q.webhook_id and f.status = 'waiting' and f.next_at <= now() order by f.next_at
        limit greatest(0, case when w.failing_since is null then 2 else 1 end - cardinality(array_positions(busy_webhooks, q.webhook_id)))) d
    ), placed as (
      select due.*, row_number() over (partition by due.business_id, due.is_probe order by due.next_at)
          + cardinality(array_positions(case when due.is_probe then probed_stores else busy_stores end, due.business_id)) as place,
        row_number() over (partition by due.is_probe order by due.chance) as number from due
    ), mine as (
      select w.business_id, w.id, p.is_probe from placed p join webhook_delivery w on w.business_id = p.business_id and w.id = p.id
      where case when p.is_probe then p.place <= 2 and p.number <= probes_at_most else p.place <= 4 end and w.status = 'waiting' and w.next_at <= now()
      order by p.is_probe, p.place, p.chance limit at_most for update of w skip locked
    )
    update webhook_delivery w set next_at = now() + lease, attempts = attempts + 1 from mine
    where w.business_id = mine.business_id and w.id = mine.id returning w.business_id, w.webhook_id, w.id, mine.is_probe;
end $$;
revoke all on function claim_deliveries from public;
grant execute on function claim_deliveries to storewright_app;

-- Numbers of transactions begin low again in a restored database: one and the same of them is told by its beginning, too.
alter table webhook_event add column began timestamptz not null default now();
alter table webhook_event drop constraint webhook_event_business_id_about_type_tx_key, add unique (business_id, about, type, tx, began);

create or replace function add_webhook_event(kind text, subject uuid, what jsonb) returns void language plpgsql as $$
declare made uuid;
begin
  insert into webhook_event (type, about, data) values (kind, subject, what) on conflict (business_id, about, type, tx, began) do nothing returning id into made;
  insert into webhook_delivery (webhook_id, event_id)
  select w.id, made from webhook w where made is not null and w.business_id = current_business() and w.is_on and kind = any (w.events);
end $$;

create or replace function tell_webhooks() returns trigger language plpgsql as $$
declare what jsonb;
begin
  if not is_told(tg_argv[0]) then return null; end if;
  -- What is new is told whole; that it was changed in the same transaction is no news.
  if tg_argv[0] like '%.updated' and exists (select 1 from webhook_event where business_id = current_business() and about = new.id
    and type = replace(tg_argv[0], 'updated', 'created') and tx = pg_current_xact_id() and began = now()) then return null; end if;
  execute format('select %I($1)', tg_argv[1]) into what using new.id;
  -- Gone by the end of the transaction.
  if what is not null then perform add_webhook_event(tg_argv[0], new.id, what); end if;
  return null;
end $$;

alter table notice drop constraint notice_kind_check, add constraint notice_kind_check check (kind in
  ('order_created', 'stock_low', 'import_ready', 'import_done', 'import_failed', 'domain_active', 'domain_failed', 'webhook_off', 'webhook_left'));

-- A webhook outlives the work of who made it, as an order does: what depends on it would stop. So those who stay are told of each.
create function notice_webhooks_left() returns trigger language plpgsql as $$
begin
  -- With the store itself nobody is left to be told.
  if current_business_or_null() is distinct from old.business_id or not exists (select 1 from business where id = old.business_id) then return null; end if;
  perform add_notice('webhook_left', 'developer', id, jsonb_build_object('url', url)) from webhook where business_id = old.business_id and made_by = old.person_id and is_on order by id;
  return null;
end $$;
create trigger notice_webhooks_left after delete on membership for each row when (old.status = 'active') execute function notice_webhooks_left();
create trigger notice_webhooks_stopped after update of status on membership for each row
  when (old.status = 'active' and new.status <> 'active') execute function notice_webhooks_left();

/* As before, but for what the next seals take: after a long stop they come one by one, and the first of them is later than all that waits. */
create or replace function audit_strays() returns table (fault text, number bigint, since timestamptz, until timestamptz) language sql stable as $$
  select 'rows_unaccounted', count(*), min(a.at), max(a.at) from audit a
    where (a.epoch, a.xid, a.id) <= (-1::smallint, '0'::xid8, '00000000-0000-0000-0000-000000000000'::uuid) having count(*) > 0
  union all
  select 'rows_unsealed', count(*), min(a.at), max(a.at) from audit a, audit_head() h
    where (a.epoch, a.xid, a.id) > (h.epoch, h.xid, h.id) and (a.at > now() + interval '1 hour' or a.at < h.sealed_at - interval '1 hour'
      and (a.epoch, a.xid) >= ((select max(epoch) from audit_epoch), pg_snapshot_xmin(pg_current_snapshot()))) having count(*) > 0 $$;
