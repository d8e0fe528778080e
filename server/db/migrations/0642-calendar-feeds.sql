-- The address at which a calendar app reads what a person sees in the calendar. Only the hash of its
-- token is stored.
create table calendar_feed (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  person_id uuid not null default current_person(),
  token_hash bytea not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Whether events name the customer that they are about.
  has_customer_names boolean not null,
  language text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, person_id),
  -- The feed ends when the person leaves the store.
  foreign key (person_id, store_id) references membership on delete cascade
);
comment on table calendar_feed is 'Erasure of a customer
not personal: kinds language
hidden: token_hash';
create unique index calendar_feed__token on calendar_feed (token_hash);
create index calendar_feed__person on calendar_feed (person_id, store_id);
select belongs_to_store('calendar_feed', '{token_hash}');
-- A feed is found before its store is known.
create policy owner_read on calendar_feed for select to current_user using (true);
create policy owner_delete on calendar_feed for delete to current_user using (true);
