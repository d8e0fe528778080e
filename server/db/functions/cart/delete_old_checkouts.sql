-- Deletes up to `max_count` checkouts that ended 90 days ago, with their payments, and returns how many it deleted.
-- Payments that can still change are kept.
create or replace function delete_old_checkouts(max_count integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deleted_count integer;
begin
  delete from checkout c using (
    select o.business_id, o.id
    from checkout o
    where o.state <> 'open' and o.created_at < now() - interval '90 days'
      and not exists (
        select from payment_session s
        where s.business_id = o.business_id and s.checkout_id = o.id
          and s.state in ('opening', 'open', 'processing', 'late')
      )
    limit max_count
  ) old
  where c.business_id = old.business_id and c.id = old.id;
  get diagnostics deleted_count = row_count;
  return deleted_count;
end $$;
revoke all on function delete_old_checkouts from public;
grant execute on function delete_old_checkouts to storewright_app;
