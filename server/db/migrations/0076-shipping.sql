-- The places to which a store delivers, and its rates there. A zone without destinations is the rest of the world.
create table shipping_zone (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  destinations jsonb not null default '[]',
  rates jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id)
);
create unique index shipping_zone__name__taken on shipping_zone (business_id, lower(name));

-- Existing stores start like new ones: with one rate for their country.
alter table business no force row level security;
insert into shipping_zone (business_id, name, destinations, rates)
select id, case split_part(locale, '-', 1)
    when 'de' then 'Inland' when 'fr' then 'National' when 'es' then 'Nacional' when 'pt' then 'Nacional'
    when 'ar' then 'محلي' else 'Domestic' end,
  case when coalesce(address ->> 'country', '') = '' then '[]'
    else jsonb_build_array(jsonb_build_object('country', address ->> 'country', 'regions', '[]'::jsonb,
      'postalCodes', '[]'::jsonb)) end,
  jsonb_build_array(jsonb_build_object(
    '_id', new_id(), 'name', 'Standard', 'kind', 'flat', 'steps', jsonb_build_array(jsonb_build_object(
      'from', 0, 'price', case
        when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV',
          'XAF', 'XOF', 'XPF') then 500
        when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 4900
        else 490 end)),
    'freeFrom', null, 'minDays', null, 'maxDays', null, 'enabled', true))
from business;
alter table business force row level security;

select belongs_to_business('shipping_zone', '{version,updated_at}');
grant select (business_id, id, destinations, rates) on shipping_zone to storewright_storefront;
