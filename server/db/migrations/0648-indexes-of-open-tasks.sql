drop index task__open;
-- The further columns answer the views and their counts without the rows.
create index task__open on task (store_id, due_key, id) include (due_on, assignee_id, is_important)
  where completed_at is null and deleted_at is null;
create index task__tagged on task (store_id, id)
  where tags <> '{}' and completed_at is null and deleted_at is null;
