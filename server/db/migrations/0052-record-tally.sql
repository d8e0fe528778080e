-- The numbers of products by status and of customers, so that lists need not count their rows.
create table record_tally (
  business_id uuid not null default current_business() references business on delete cascade,
  subject text not null check (subject in ('product', 'customer')),
  -- '' for customers
  status text not null,
  -- Several rows of one status are added up: concurrent transactions write a row each.
  id uuid not null default new_id(),
  records integer not null,
  primary key (business_id, subject, status, id)
);
alter table record_tally enable row level security;
alter table record_tally force row level security;
create policy own_business on record_tally
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on record_tally to storewright_app;

create function add_to_record_tally(counted_subject text, counted_status text, change bigint)
returns void language plpgsql as $$
begin
  with merged as (
    delete from record_tally
    where ctid = any (array(
      select ctid from record_tally
      where business_id = current_business() and subject = counted_subject and status = counted_status
      for update skip locked))
    returning records
  )
  insert into record_tally (business_id, subject, status, records)
  select current_business(), counted_subject, counted_status, change + coalesce(sum(records), 0)
  from merged
  having change + coalesce(sum(records), 0) <> 0;
end $$;

create function tally_records() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'product' then
    perform add_to_record_tally('product', status, tg_argv[0]::integer * count(*)) from changed group by status;
  else
    perform add_to_record_tally(tg_table_name, '', tg_argv[0]::integer * count(*)) from changed having count(*) > 0;
  end if;
  return null;
end $$;

create function tally_product_status() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into record_tally (business_id, subject, status, records)
    values (new.business_id, 'product', old.status, -1), (new.business_id, 'product', new.status, 1);
  else
    perform add_to_record_tally('product', status, 0)
    from record_tally
    where business_id = current_business() and subject = 'product'
    group by status
    having count(*) > 1;
  end if;
  return null;
end $$;

create trigger tally_inserted after insert on product referencing new table as changed
  for each statement execute function tally_records('1');
create trigger tally_deleted after delete on product referencing old table as changed
  for each statement execute function tally_records('-1');
create trigger tally_status after update of status on product
  for each row when (old.status <> new.status) execute function tally_product_status();
create trigger tally_statuses after update of status on product
  for each statement execute function tally_product_status();
create trigger tally_inserted after insert on customer referencing new table as changed
  for each statement execute function tally_records('1');
create trigger tally_deleted after delete on customer referencing old table as changed
  for each statement execute function tally_records('-1');

-- The triggers lock both tables, so no product or customer is added in between.
do $$
declare store uuid;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    insert into record_tally (business_id, subject, status, records)
      select store, 'product', status, count(*) from product where business_id = store group by status
      union all
      select store, 'customer', '', count(*) from customer where business_id = store having count(*) > 0;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
