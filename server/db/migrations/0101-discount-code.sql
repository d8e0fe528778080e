-- Codes of one discount that are used once each. Their number is part of the discount, whose change is audited.
create table discount_code (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  discount_id uuid not null,
  code text not null,
  -- A live order has the code.
  is_used boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint discount_code__code__taken unique (business_id, code),
  foreign key (business_id, discount_id) references discount (business_id, id) on delete cascade
);
create index discount_code__discount on discount_code (business_id, discount_id, code);
alter table discount_code enable row level security;
alter table discount_code force row level security;
create policy own_business on discount_code
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert, update, delete on discount_code to storewright_app;

-- A discount with codes does not apply without one.
alter table discount add column code_count integer not null default 0;
