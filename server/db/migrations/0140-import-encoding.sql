-- The encoding in which the file of an import is read, if it is not in Unicode, and cells of the
-- file in their own bytes (base64), by which users check the encoding.
alter table import
  add column encoding text not null default '',
  add column is_encoding_chosen boolean not null default false,
  add column encoding_samples jsonb not null default '[]';
