-- Claims webhook deliveries that are due, and returns them. A claim lasts for the lease: after it,
-- when the sender died, the delivery is due again. The query walks from one webhook with waiting
-- deliveries to the next by the index, so a backlog costs one step. A webhook sends at most two
-- deliveries at once and a store four. A webhook that fails sends one at a time, as a probe; a
-- store has at most two probes besides those four, and `max_probes` limits the probes of the call,
-- so many dead addresses do not delay the others. When too many are due, the selection is random.
-- `busy_stores` and `probed_stores` have one entry per delivery that the sender already has in
-- progress: normal deliveries and probes.
create or replace function claim_deliveries(
  max_count integer,
  max_probes integer,
  busy_stores uuid[],
  busy_webhooks uuid[],
  lease interval,
  probed_stores uuid[] default '{}'
)
returns table (store_id uuid, webhook_id uuid, id uuid, is_probe boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  -- Most calls end here.
  if not exists (select 1 from webhook_delivery d where d.status = 'waiting' and d.next_attempt_at <= now()) then
    return;
  end if;
  return query
    with recursive queue as (
      (
        select d.store_id, d.webhook_id
        from webhook_delivery d
        where d.status = 'waiting'
        order by d.store_id, d.webhook_id
        limit 1
      )
      union all
      select n.store_id, n.webhook_id
      from queue q
      cross join lateral (
        select d.store_id, d.webhook_id
        from webhook_delivery d
        where d.status = 'waiting' and (d.store_id, d.webhook_id) > (q.store_id, q.webhook_id)
        order by d.store_id, d.webhook_id
        limit 1
      ) n
    ), due as (
      select q.store_id, q.webhook_id, d.id, d.next_attempt_at, w.failing_since is not null as is_probe,
        random() as chance
      from queue q
      join webhook w on w.store_id = q.store_id and w.id = q.webhook_id
      cross join lateral (
        select f.id, f.next_attempt_at
        from webhook_delivery f
        where f.store_id = q.store_id and f.webhook_id = q.webhook_id
          and f.status = 'waiting' and f.next_attempt_at <= now()
        order by f.next_attempt_at
        limit greatest(0, case when w.failing_since is null then 2 else 1 end
          - cardinality(array_positions(busy_webhooks, q.webhook_id)))
      ) d
    ), ranked as (
      select due.*,
        row_number() over (partition by due.store_id, due.is_probe order by due.next_attempt_at)
          + cardinality(array_positions(
            case when due.is_probe then probed_stores else busy_stores end, due.store_id)) as store_rank
      from due
    ), eligible as (
      select ranked.*, row_number() over (partition by ranked.is_probe order by ranked.chance) as overall_rank
      from ranked
      where ranked.store_rank <= case when ranked.is_probe then 2 else 4 end
    ), claimed as (
      select w.store_id, w.id, r.is_probe
      from eligible r
      join webhook_delivery w on w.store_id = r.store_id and w.id = r.id
      where (not r.is_probe or r.overall_rank <= max_probes)
        and w.status = 'waiting' and w.next_attempt_at <= now()
      order by r.is_probe, r.store_rank, r.chance
      limit max_count
      for update of w skip locked
    )
    update webhook_delivery w
    set next_attempt_at = now() + lease, attempts = attempts + 1
    from claimed
    where w.store_id = claimed.store_id and w.id = claimed.id
    returning w.store_id, w.webhook_id, w.id, claimed.is_probe;
end $$;
revoke all on function claim_deliveries from public;
grant execute on function claim_deliveries to storewright_app;
