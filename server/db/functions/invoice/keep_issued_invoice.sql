-- Rejects changes of an issued invoice, except that it was sent, downloaded, paid or credited. Rejects its
-- deletion, unless the whole store is deleted.
create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
declare
  changeable text[] := '{credited_total,settled_total,is_refunded,state,sent_at,downloaded_at,version,updated_at}';
begin
  if tg_op = 'DELETE' then
    if not exists (select from store where id = old.store_id) then return old; end if;
  elsif to_jsonb(new) - changeable = to_jsonb(old) - changeable and new.credited_total >= old.credited_total then
    return new;
  end if;
  raise exception 'The invoice % was issued.', old.number
    using errcode = 'check_violation', constraint = 'invoice__number__issued';
end $$;
