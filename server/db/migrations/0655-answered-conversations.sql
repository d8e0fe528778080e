-- The folder "waiting" has the persons who wait for the store. The status of the others had the same name.
alter table conversation no force row level security, disable trigger audit, drop constraint conversation_status_check;
alter table message no force row level security;
update conversation set status = 'answered' where status = 'waiting';
update message set undo = jsonb_set(undo, '{status}', '"answered"') where undo ->> 'status' = 'waiting';
alter table message force row level security;
alter table conversation force row level security, enable trigger audit,
  add constraint conversation_status_check check (status in ('open', 'answered', 'snoozed', 'closed'));
