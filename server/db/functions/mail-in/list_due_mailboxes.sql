-- Returns the stores whose mailbox is due for a check and is not being checked.
create or replace function list_due_mailboxes() returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.store_id from mailbox m join store s on s.id = m.store_id
  where m.next_check_at <= now() and (m.locked_until is null or m.locked_until < now()) and s.status <> 'closed'
  order by m.next_check_at limit 1000
$$;
revoke all on function list_due_mailboxes from public;
grant execute on function list_due_mailboxes to storewright_app;
