-- What product safety law asks for (regulation (EU) 2023/988, article 19).
alter table product
  add column manufacturer_name text not null default '',
  add column manufacturer_address text not null default '',
  add column manufacturer_contact text not null default '',
  add column responsible_name text not null default '',
  add column responsible_address text not null default '',
  add column responsible_contact text not null default '',
  add column safety_warnings text not null default '';

-- The content of a variant, and the amount that its unit price is for, both in the same unit. The prior price is
-- the lowest one of the 30 days before a reduction (directive 98/6/EC, article 6a).
alter table variant
  add column measure_amount numeric(12, 3) check (measure_amount > 0),
  add column measure_unit text check (measure_unit in ('kg', 'g', 'l', 'ml', 'm', 'm2', 'item')),
  add column reference_amount numeric(12, 3) check (reference_amount > 0),
  add column prior_price bigint;

-- The earlier prices of variants. A variant whose price never changed has no row.
create table price_history (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  variant_id uuid not null,
  price bigint not null,
  ended_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, variant_id) references variant (business_id, id) on delete cascade
);
create index price_history__variant on price_history (business_id, variant_id);
alter table price_history enable row level security;
alter table price_history force row level security;
create policy own_business on price_history
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on price_history to storewright_app;

create function track_variant_price() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger track_price before update of price, compare_at_price on variant for each row
  when ((old.price, old.compare_at_price) is distinct from (new.price, new.compare_at_price))
  execute function track_variant_price();

-- The audit has the change of the price itself.
drop trigger audit on variant;
create trigger audit after insert or update or delete on variant for each row execute function audit_row('prior_price');

grant select (manufacturer_name, manufacturer_address, manufacturer_contact, responsible_name, responsible_address,
  responsible_contact, safety_warnings) on product to storewright_storefront;
grant select (measure_amount, measure_unit, reference_amount, prior_price) on variant to storewright_storefront;

create trigger storefront_safety_updated after update on product for each row when (
  (old.manufacturer_name, old.manufacturer_address, old.manufacturer_contact, old.responsible_name,
    old.responsible_address, old.responsible_contact, old.safety_warnings)
  is distinct from
  (new.manufacturer_name, new.manufacturer_address, new.manufacturer_contact, new.responsible_name,
    new.responsible_address, new.responsible_contact, new.safety_warnings)
) execute function add_storefront_revision();
create trigger storefront_measure_updated after update on variant for each row when (
  (old.measure_amount, old.measure_unit, old.reference_amount)
  is distinct from
  (new.measure_amount, new.measure_unit, new.reference_amount)
) execute function add_storefront_revision();
