-- The text of a page as it was saved. `number` is the version of the page. The new key is checked, and the
-- present texts are read, outside any store.
alter table page no force row level security;
create table page_version (
  store_id uuid not null default current_store(),
  id uuid not null default new_id(),
  page_id uuid not null,
  number integer not null,
  title text not null,
  body text not null default '',
  created_by uuid default current_person(),
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, page_id) references page on delete cascade,
  unique (store_id, page_id, number)
);
comment on table page_version is 'Erasure of a customer
not personal: title
hidden: body';
insert into page_version (store_id, page_id, number, title, body, created_by, created_at)
select store_id, id, version, title, body, null, updated_at from page;
alter table page force row level security;
select belongs_to_store('page_version');
revoke update on page_version from storewright_app;
