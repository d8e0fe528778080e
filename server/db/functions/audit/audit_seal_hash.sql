-- Returns the hash of a seal, chained to the hash of the previous seal.
create or replace function audit_seal_hash(previous bytea, s audit_seal) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    s.seq, s.kind, s.epoch, s.xid::text, s.id, s.parts, epoch_microseconds(s.sealed_at))::text, 'UTF8'))
$$;
revoke all on function audit_seal_hash from public;
