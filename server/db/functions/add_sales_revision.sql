-- Records that sales of past days changed, so that the dashboard sums them again. Old revisions are
-- deleted here; those that another transaction deletes at the same time are skipped.
create or replace function add_sales_revision(store uuid) returns void language sql as $$
  insert into sales_revision (business_id) select id from business where id = store;
  delete from sales_revision r
  using (
    select id
    from sales_revision
    where business_id = store and created_at < now() - interval '1 day'
    for update skip locked
  ) o
  where r.business_id = store and r.id = o.id;
$$;
