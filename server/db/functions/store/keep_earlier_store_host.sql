-- Keeps the earlier free host of a store that was launched, so that links of shoppers redirect. Only the
-- latest five of a store are kept, because no other store can have their store handles.
create or replace function keep_earlier_store_host() returns trigger language plpgsql as $$
begin
  delete from earlier_store_host e where e.store_id = new.store_id and e.host = new.domain;
  if exists (select from store s where s.id = new.store_id and s.status <> 'draft') then
    insert into earlier_store_host (store_id, host) values (new.store_id, old.domain)
    on conflict (host) do nothing;
  end if;
  delete from earlier_store_host e using (
    select o.id from earlier_store_host o
    where o.store_id = new.store_id
    order by o.id desc
    offset 5
  ) surplus
  where e.store_id = new.store_id and e.id = surplus.id;
  return null;
end $$;
