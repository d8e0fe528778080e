-- Since when the state of the provider could not be stored. The payment is kept and tried again.
alter table payment_session add column failing_since timestamptz;

-- Adds a kind of notification to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s)
      or kind in (''payment_unsettled''))',
    substring(present from '^CHECK (.*)$'));
end $$;
