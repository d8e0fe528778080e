-- Kinds of goods that are taxed alike, with their rates by place and date. Rates are percentages.
create table tax_class (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  -- The class of products without one. Every store has one.
  is_standard boolean not null default false,
  rates jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index tax_class__name__taken on tax_class (business_id, lower(name));
create unique index tax_class__standard on tax_class (business_id) where is_standard;

alter table business no force row level security;
insert into tax_class (business_id, name, is_standard)
select id, case split_part(locale, '-', 1)
    when 'es' then 'Estándar' when 'pt' then 'Padrão' when 'ar' then 'قياسي' else 'Standard' end, true
from business;
alter table business force row level security;

select belongs_to_business('tax_class', '{version,updated_at}');
grant select (business_id, id, is_standard, rates) on tax_class to storewright_storefront;

-- The shipping of new stores is taxed like the goods. That of earlier stores stays as it was.
alter table business
  add column shipping_tax_rule text not null default 'none' check (shipping_tax_rule in ('none', 'highest')),
  add column eu_tax_rule text not null default 'home' check (eu_tax_rule in ('home', 'destination')),
  add column vat_id text not null default '';
alter table business alter column shipping_tax_rule set default 'highest';
grant select (shipping_tax_rule, eu_tax_rule, vat_id) on business to storewright_storefront;

-- A check of the foreign key reads the rows of all stores.
alter table product no force row level security;
alter table tax_class no force row level security;
alter table product
  add column tax_class uuid,
  add constraint product__tax_class foreign key (business_id, tax_class)
    references tax_class (business_id, id) on delete set null (tax_class);
alter table product force row level security;
alter table tax_class force row level security;
create index product__tax_class on product (business_id, tax_class) where tax_class is not null;
grant select (tax_class) on product to storewright_storefront;

alter table customer
  add column company text not null default '',
  add column vat_id text not null default '',
  add column tax_exempt boolean not null default false;

-- The company and the VAT id at the time of the order, and the reason for an order without tax.
alter table "order"
  add column customer_company text not null default '',
  add column customer_vat_id text not null default '',
  add column tax_exemption text not null default '' check (tax_exemption in ('', 'reverse_charge', 'exempt'));
