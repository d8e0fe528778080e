-- Returns the redirect of a path and where it leads in the end, so that browsers follow one redirect
-- only. It follows other redirects until there is a page, and returns nothing for a page, a loop or
-- a record that shoppers can't see.
create or replace function find_redirect(wanted_path text) returns table (id uuid, target text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  visited_path text := wanted_path;
  redirect_id uuid;
  next_target text;
begin
  for step in 1..10 loop
    exit when case split_part(visited_path, '/', 2)
      when 'products' then exists (
        select from product p
        where p.store_id = current_store() and p.status = 'active'
          and p.slug = substr(decode_path(visited_path), length('/products/') + 1))
      when 'categories' then exists (
        select from category c
        where c.store_id = current_store() and c.status = 'visible'
          and c.slug = substr(decode_path(visited_path), length('/categories/') + 1))
      when 'pages' then exists (
        select from page g
        where g.store_id = current_store() and g.status = 'published'
          and g.slug = substr(decode_path(visited_path), length('/pages/') + 1))
      when 'blog' then exists (
        select from post b
        where b.store_id = current_store() and b.status = 'published' and b.publish_at <= now()
          and b.slug = substr(decode_path(visited_path), length('/blog/') + 1))
    end;
    select r.id,
      coalesce(r.target, '/products/' || p.slug, '/categories/' || c.slug, '/pages/' || g.slug, '/blog/' || b.slug)
    into redirect_id, next_target
    from redirect r
    left join product p on p.store_id = r.store_id and p.id = r.product_id and p.status = 'active'
    left join category c on c.store_id = r.store_id and c.id = r.category_id and c.status = 'visible'
    left join page g on g.store_id = r.store_id and g.id = r.page_id and g.status = 'published'
    left join post b on b.store_id = r.store_id and b.id = r.post_id
      and b.status = 'published' and b.publish_at <= now()
    where r.store_id = current_store() and r.path = visited_path;
    exit when not found;
    if next_target is null or step = 10 then return; end if;
    id := coalesce(id, redirect_id);
    target := next_target;
    exit when target not like '/%';
    visited_path := to_redirect_path(target);
  end loop;
  if target is not null then return next; end if;
end $$;
revoke all on function find_redirect from public;
grant execute on function find_redirect to storewright_storefront, storewright_app;
