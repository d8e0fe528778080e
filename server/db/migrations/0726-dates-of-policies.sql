alter table cms add column policy_dates jsonb not null default '{}';
drop trigger audit on cms;
create trigger audit after insert or update or delete on cms for each row
  when (current_setting('app.is_undone', true) is distinct from 'on')
  execute function audit_row('version', 'updated_at', 'policy_dates');
comment on table cms is 'Erasure of a customer
not personal: sections policy_dates';
grant select (policy_dates) on cms to storewright_storefront;
