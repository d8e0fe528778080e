-- Adds kinds of notifications to the present ones.
do $$
declare
  present text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_kind_check');
begin
  alter table notification drop constraint notification_kind_check;
  execute format(
    'alter table notification add constraint notification_kind_check check ((%s)
      or kind in (''dispute_won'', ''dispute_lost''))',
    substring(present from '^CHECK (.*)$'));
end $$;
