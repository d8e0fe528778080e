-- The upcoming pages that a person wants to get an email about.
alter table person add column awaited_pages text[] not null default '{}';
create index person__awaited_pages on person (id) where awaited_pages <> '{}';
