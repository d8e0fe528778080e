-- Further addresses of a customer. The default address stays in `customer.address`, which orders, imports, exports and
-- webhooks use: a row of this table and the customer exchange their addresses when it becomes the default.
create table customer_address (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  customer_id uuid not null,
  address jsonb not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customer (business_id, id) on delete cascade
);
create index customer_address__customer on customer_address (business_id, customer_id, id);
select belongs_to_business('customer_address');

-- The hash that an entry had before the data of a person was erased from it, so that the seals still match.
alter table audit add column erased_digest bytea;
-- For the function that erases a person from the audit and from the bookmarks of staff.
do $$ declare t text; begin
  foreach t in array array['audit', 'bookmark'] loop
    execute format('create policy owner_erasure on %I to %I
      using (business_id = current_business()) with check (business_id = current_business())', t, current_user);
  end loop;
end $$;
