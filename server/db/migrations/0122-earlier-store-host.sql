-- The hosts under which shoppers knew a store before its handle changed. They redirect to the current one, and no other
-- store can have their handles.
create table earlier_store_host (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  host text not null check (length(host) <= 253),
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
alter table earlier_store_host add constraint earlier_store_host__host__taken unique (host);
create index earlier_store_host__handle on earlier_store_host (split_part(host, '.', 1));
select belongs_to_business('earlier_store_host');

-- A host and a handle are looked up in all stores.
do $$ begin
  execute format('create policy registry on earlier_store_host for select to %I using (true)', current_user);
end $$;

create function keep_earlier_store_host() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger keep_earlier_host after update of domain on domain for each row
  when (new.kind = 'subdomain' and old.domain is distinct from new.domain)
  execute function keep_earlier_store_host();
