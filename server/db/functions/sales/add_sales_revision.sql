-- Records that sales of past days changed, so that the dashboard sums them again. Some old
-- revisions are deleted here, except those that another transaction deletes at the same time.
create or replace function add_sales_revision(store uuid) returns void language sql as $$
  insert into sales_revision (store_id) select s.id from store s where s.id = add_sales_revision.store;
  delete from sales_revision r
  using (
    select id
    from sales_revision
    where store_id = store and created_at < now() - interval '1 day'
      and id in (select id from sales_revision where store_id = store order by id limit 10)
    for update skip locked
  ) o
  where r.store_id = store and r.id = o.id;
$$;
