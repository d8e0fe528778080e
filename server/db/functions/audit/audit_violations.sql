-- Returns the seals that do not match the rows of the tables, of one month or of all. Dropped
-- months are not checked.
create or replace function audit_violations(
  month text default null,
  seq_0 bigint default 0,
  seq_1 bigint default 9223372036854775807
)
returns table (seq bigint, kind text, parts jsonb, found jsonb, since timestamptz, until timestamptz)
language sql stable as $$
  with chain as (
    select s.*,
      lag(s.seq, 1, 0) over w as seq_before,
      lag(s.hash, 1, ''::bytea) over w as hash_before,
      lag(s.epoch, 1, -1::smallint) over w as epoch_before,
      lag(s.xid, 1, '0'::xid8) over w as xid_before,
      lag(s.id, 1, '00000000-0000-0000-0000-000000000000') over w as id_before,
      lag(s.sealed_at) over w as sealed_before,
      s as whole
    from audit_seal s
    where s.seq between seq_0 - 1 and seq_1
    window w as (order by s.seq)
  ), dropped as (
    select array_agg(key) as months
    from audit_seal d, jsonb_object_keys(d.parts) key
    where d.kind = 'dropped'
  ), checked as (
    select c.*,
      case when month is null then c.parts - coalesce(dropped.months, '{}')
        else jsonb_build_object(month, c.parts -> month) end as expected,
      case when month is null then found.parts else jsonb_build_object(month, found.parts -> month) end as actual
    from chain c
    cross join dropped
    cross join lateral (
      select case when c.kind <> 'rows' then '{}' else
        audit_seal_parts(c.epoch_before, c.xid_before, c.id_before, c.epoch, c.xid, c.id) end as parts
    ) found
    where c.seq >= seq_0 and (month is null or c.parts ? month)
  )
  select seq, case
      when seq <> seq_before + 1 then 'seal_missing'
      when hash <> audit_seal_hash(hash_before, whole) then 'seal_changed'
      else 'rows_changed'
    end,
    expected, actual, sealed_before, sealed_at
  from checked
  where seq <> seq_before + 1 or hash <> audit_seal_hash(hash_before, whole)
    or (kind = 'rows' and actual <> expected)
$$;
revoke all on function audit_violations from public;
