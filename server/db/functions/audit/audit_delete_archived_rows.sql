-- Deletes the rows of a month that a file has, and seals the name and the hash of the file. Fails if a
-- line of the file differs from its row. The join uses the id and no nested loop, because the other plans
-- compare each line with all rows of its transaction.
create or replace function audit_delete_archived_rows(month date, file text, hash text, lines text[]) returns void
language plpgsql set enable_nestloop = off as $$
declare
  head audit_seal;
  deleted bigint;
  first_line jsonb := lines[1];
  last_line jsonb := lines[cardinality(lines)];
begin
  perform pg_advisory_xact_lock(hashtext('storewright audit seal'));
  execute format('
    with line as materialized (
      select f.id, audit_digest(f) as digest
      from unnest($1) text
      cross join jsonb_populate_record(null::audit, text::jsonb) f
    ), deleted as (
      delete from %I a
      using line l
      where (a.epoch, a.xid, a.id) between ($2, $3, $4) and ($5, $6, $7)
        and a.id = l.id and audit_digest(a::audit) = l.digest
      returning 1
    )
    select count(*) from deleted', audit_month_name(month))
    into deleted
    using lines,
      (first_line ->> 'epoch')::smallint, (first_line ->> 'xid')::xid8, (first_line ->> 'id')::uuid,
      (last_line ->> 'epoch')::smallint, (last_line ->> 'xid')::xid8, (last_line ->> 'id')::uuid;
  if deleted <> cardinality(lines) then
    raise exception 'The file % has % lines, but % equal rows exist.', file, cardinality(lines), deleted;
  end if;
  head := audit_head();
  perform audit_add_seal(row(null, 'archived', head.epoch, head.xid, head.id,
    jsonb_build_object(to_char(month, 'YYYY-MM'), jsonb_build_object(
      'rows', deleted,
      'file', file,
      'hash', hash,
      'first', jsonb_build_array(first_line -> 'epoch', first_line -> 'xid', first_line -> 'id'),
      'last', jsonb_build_array(last_line -> 'epoch', last_line -> 'xid', last_line -> 'id'))),
    null, null)::audit_seal);
end $$;
revoke all on function audit_delete_archived_rows from public;
