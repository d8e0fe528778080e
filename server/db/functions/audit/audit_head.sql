-- Returns the last seal; before the first, an empty one with the number 0.
create or replace function audit_head() returns audit_seal language sql stable as $$
  select s
  from (
    select s, s.seq from audit_seal s
    union all
    select row(0, 'rows', -1, '0', '00000000-0000-0000-0000-000000000000', '{}', '-infinity', '')::audit_seal, 0
  ) heads(s, seq)
  order by seq desc
  limit 1
$$;
revoke all on function audit_head from public;
