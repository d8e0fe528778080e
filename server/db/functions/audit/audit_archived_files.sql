-- Returns the archived files of months that were not dropped. A file has the rows of a month from its
-- first to its last position.
create or replace function audit_archived_files()
returns table (
  seq bigint,
  month text,
  file text,
  hash text,
  first_epoch smallint,
  first_xid xid8,
  first_id uuid,
  last_epoch smallint,
  last_xid xid8,
  last_id uuid
)
language sql stable as $$
  select s.seq, m.key, m.value ->> 'file', m.value ->> 'hash',
    (m.value #>> '{first,0}')::smallint, (m.value #>> '{first,1}')::xid8, (m.value #>> '{first,2}')::uuid,
    (m.value #>> '{last,0}')::smallint, (m.value #>> '{last,1}')::xid8, (m.value #>> '{last,2}')::uuid
  from audit_seal s
  cross join jsonb_each(s.parts) m
  where s.kind = 'archived' and not exists (
    select from audit_seal d where d.kind = 'dropped' and d.parts ? m.key)
  order by s.seq
$$;
revoke all on function audit_archived_files from public;
