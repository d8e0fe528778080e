-- A spreadsheet waits in the status `matching` until a user has matched its columns to fields. The
-- matching is kept by the headers of the file, so that the next file with the same headers needs none.
alter table import
  drop constraint import_status_check,
  add constraint import_status_check
    check (status in ('planning', 'matching', 'planned', 'running', 'done', 'failed', 'cancelled')),
  add column header_signature text not null default '',
  add column matched_fields jsonb;
create index import__header_signature on import (business_id, header_signature, created_at desc)
  where matched_fields is not null;
