-- Appends a seal to the chain and returns it.
create or replace function audit_add_seal(s audit_seal) returns audit_seal language plpgsql as $$
declare
  head audit_seal := audit_head();
begin
  s.seq := head.seq + 1;
  s.sealed_at := clock_timestamp();
  s.hash := audit_seal_hash(head.hash, s);
  insert into audit_seal select s.*;
  return s;
end $$;
revoke all on function audit_add_seal from public;
