-- Returns the hash of every column of an audit row, in one fixed notation, or the hash that the row had
-- before the data of a person was erased from it.
create or replace function audit_digest(a audit) returns bytea language sql stable as $$
  select coalesce(a.erased_digest, sha256(convert_to(jsonb_build_array(
    a.epoch, a.xid::text, a.id, epoch_microseconds(a.at), a.store_id, a.person_id, a.request_id, a.ip,
    a.entity, a.entity_id, a.record_id, a.action, a.before, a.after)::text, 'UTF8')))
$$;
revoke all on function audit_digest from public;
