-- Redirects the earlier path of a record whose slug changed. The redirect names the record, so that
-- it leads to the current slug in one step. Only the latest twenty of a record are kept.
create or replace function redirect_earlier_slug() returns trigger language plpgsql as $$
declare
  folder text := case tg_table_name
    when 'product' then '/products/'
    when 'category' then '/categories/'
    when 'post' then '/blog/'
    else '/pages/'
  end;
  product uuid := case when tg_table_name = 'product' then new.id end;
  category uuid := case when tg_table_name = 'category' then new.id end;
  page uuid := case when tg_table_name = 'page' then new.id end;
  post uuid := case when tg_table_name = 'post' then new.id end;
begin
  delete from redirect r
  where r.store_id = new.store_id and r.path = to_redirect_path(folder || new.slug) and r.target is null;
  insert into redirect as r (store_id, path, product_id, category_id, page_id, post_id)
  values (new.store_id, to_redirect_path(folder || old.slug), product, category, page, post)
  on conflict (store_id, path) do update set
    target = null,
    product_id = excluded.product_id,
    category_id = excluded.category_id,
    page_id = excluded.page_id,
    post_id = excluded.post_id,
    hits = 0,
    last_hit_at = null,
    version = r.version + 1,
    created_at = now(),
    updated_at = now();
  delete from redirect r using (
    select o.id
    from redirect o
    where o.store_id = new.store_id
      and (o.product_id = product or o.category_id = category or o.page_id = page or o.post_id = post)
    order by o.created_at desc, o.id desc
    offset 20
  ) surplus
  where r.store_id = new.store_id and r.id = surplus.id;
  return null;
end $$;
