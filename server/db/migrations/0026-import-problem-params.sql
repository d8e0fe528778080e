-- The values of messages, so that the browser can translate problems and failures of imports by their code.
-- Older rows have none and keep their English message.
alter table import_problem add column params jsonb not null default '{}';
alter table import_item add column problems jsonb not null default '[]';
alter table import
  add column code text not null default '',
  add column params jsonb not null default '{}';
