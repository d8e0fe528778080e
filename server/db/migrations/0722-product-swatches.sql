-- The swatches that sellers gave to values of options, from which products without own ones take theirs.
create table product_swatch (
  store_id uuid not null default current_store() references store on delete cascade,
  -- The names of the option and of the value in lower case.
  name text not null,
  value text not null,
  product_id uuid not null,
  color text,
  image text,
  primary key (store_id, name, value, product_id),
  foreign key (store_id, product_id) references product on delete cascade
);
comment on table product_swatch is 'Erasure of a customer
not personal: name value color image';
create index product_swatch__product on product_swatch (store_id, product_id);
alter table product no force row level security;
insert into product_swatch (store_id, name, value, product_id, color, image)
select p.store_id, lower(o.name), lower(s.value), p.id, s.color, s.image
from product p
cross join lateral jsonb_to_recordset(p.options) o (name text, swatches jsonb)
cross join lateral jsonb_to_recordset(o.swatches) s (value text, color text, image text)
where s.color is not null or s.image is not null
on conflict do nothing;
alter table product force row level security;
alter table product_swatch enable row level security, force row level security;
create policy own_store on product_swatch
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, delete on product_swatch to storewright_app;
create policy storefront on product_swatch as restrictive for select to storewright_storefront
  using (exists (
    select from product p
    where p.store_id = product_swatch.store_id and p.id = product_swatch.product_id));
grant select on product_swatch to storewright_storefront;
create or replace function index_product_swatches() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from product_swatch where store_id = new.store_id and product_id = new.id;
  end if;
  insert into product_swatch (store_id, name, value, product_id, color, image)
  select new.store_id, lower(o.name), lower(s.value), new.id, s.color, s.image
  from jsonb_to_recordset(new.options) o (name text, swatches jsonb)
  cross join lateral jsonb_to_recordset(o.swatches) s (value text, color text, image text)
  where s.color is not null or s.image is not null
  on conflict do nothing;
  return null;
end $$;
create trigger swatches_inserted after insert on product for each row when (new.options <> '[]')
  execute function index_product_swatches();
create trigger swatches_updated after update of options on product for each row
  when (old.options <> new.options) execute function index_product_swatches();
