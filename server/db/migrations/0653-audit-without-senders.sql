-- The erasure of a customer does not find the addresses of senders in the audit.
drop trigger audit on sender_rule;
create trigger audit after insert or update or delete on sender_rule for each row
  when (current_setting('app.is_undone', true) is distinct from 'on') execute function audit_row('sender');
-- The present one, which the next step installs, because an earlier one names a column that was renamed.
create or replace function audit_digest(a audit) returns bytea language sql stable as $$
  select coalesce(a.erased_digest, sha256(convert_to(jsonb_build_array(
    a.epoch, a.xid::text, a.id, epoch_microseconds(a.at), a.store_id, a.person_id, a.request_id, a.ip,
    a.entity, a.entity_id, a.record_id, a.action, a.before, a.after)::text, 'UTF8')))
$$;
alter table audit no force row level security;
update audit a set
  erased_digest = audit_digest(a),
  before = a.before - 'sender',
  after = a.after - 'sender'
where a.entity = 'sender_rule' and (a.before ? 'sender' or a.after ? 'sender');
alter table audit force row level security;
