-- The sender of a store's emails at its own domain. `secret` has the private key of its DKIM signature, encrypted.
-- Emails come from the address only while all records were found.
create table mail_domain (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  address text not null check (address ~ '^[^@\s]+@[^@\s]+$'),
  public_key text not null,
  secret bytea not null,
  found_records text[] not null default '{}',
  is_verified boolean not null default false,
  last_checked_at timestamptz,
  primary key (business_id, id),
  constraint mail_domain__business unique (business_id)
);
select belongs_to_business('mail_domain', '{last_checked_at}');
-- Lets list_due_mail_domains see the rows of all stores, which only the owner of the tables can call it as.
do $$ begin execute format('create policy registry on mail_domain for select to %I using (true)', current_user); end $$;
