-- The contract lists the kinds and the subjects.
alter table notification
  drop constraint if exists notification_kind_check,
  drop constraint if exists notification_subject_check,
  add column person_id uuid references person on delete cascade;
create index notification__person on notification (person_id, store_id, created_at) where person_id is not null;
drop function if exists add_notification(text, text, uuid, jsonb);

create index task__due on task (due_on, store_id)
  where assignee_id is not null and completed_at is null and deleted_at is null;
