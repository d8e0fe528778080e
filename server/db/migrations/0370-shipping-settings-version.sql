alter table store add column shipping_settings_version integer not null default 1;
drop trigger audit on store;
create trigger audit after insert or update or delete on store for each row
  execute function audit_row('updated_at', 'version', 'shipping_settings_version');
