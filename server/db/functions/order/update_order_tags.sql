-- Stores the tags of an order as rows, so that its orders are found by an index.
create or replace function update_order_tags() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from order_tag
    where store_id = old.store_id and order_id = old.id and tag = any (old.tags)
      and (tg_op = 'DELETE' or tag <> all (new.tags));
  end if;
  if tg_op <> 'DELETE' then
    insert into order_tag (store_id, tag, order_id)
    select new.store_id, tag, new.id from unnest(new.tags) tag
    on conflict do nothing;
  end if;
  return null;
end $$;
