-- Fails the commit of a change that was not audited because its work was meant to be undone (`runAndUndo`).
-- The rollback of the work also discards this deferred trigger.
create or replace function refuse_undone() returns trigger language plpgsql as $$
begin
  raise exception 'A change of % was to be undone, so it cannot be committed.', tg_table_name;
end $$;
