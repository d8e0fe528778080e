-- The other languages of the frame of a store's pages. The first one is the language of its locale.
alter table business add column languages text[] not null default '{}';
grant select (languages) on business to storewright_storefront;

-- A store with a row here opens only with its password. The id changes with the password.
create table storefront_password (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  password_hash text not null,
  updated_at timestamptz not null default now(),
  primary key (business_id)
);
select belongs_to_business('storefront_password');
create trigger storefront_changed after insert or update or delete on storefront_password for each row
  execute function add_storefront_revision();
do $$ begin
  execute format('create policy owner_storefront on storefront_password for select to %I using (true)', current_user);
end $$;

drop function find_storefront_host(text);
create function find_storefront_host(wanted_host text)
returns table (business_id uuid, primary_host text, status text, revision text, languages text[], password_id uuid)
language sql stable as $$ select null::uuid, '', '', '', '{}'::text[], null::uuid where false $$;
