-- A text that staff insert into replies.
create table saved_reply (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  name text not null,
  text text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table saved_reply is 'Erasure of a customer
not personal: name text';
create unique index saved_reply__name__taken on saved_reply (store_id, lower(name));
select belongs_to_store('saved_reply', '{version,updated_at}');
