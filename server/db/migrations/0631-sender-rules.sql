-- How the inbox treats the emails of an address, or of a domain with its subdomains.
create table sender_rule (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  -- In lower case.
  sender text not null check (sender <> ''),
  action text not null check (action in ('allow', 'block')),
  created_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table sender_rule is 'Erasure of a customer
by email: sender
delete: sender
not personal: action';
create unique index sender_rule__sender on sender_rule (store_id, sender);
select belongs_to_store('sender_rule');
-- For find_sender_rule(), which the contact form calls as the owner.
create policy owner_access on sender_rule to current_user using (true) with check (true);
