-- The folders of open conversations, sorted by waiting time. Those whose person does not wait come last.
-- The time itself is in the indexes too: without it, the rows of a late page would be read from the table.
create index conversation__inbox_waiting on conversation (store_id, coalesce(waiting_since, 'infinity'), id)
  include (assignee_id, labels, waiting_since)
  where place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__assignee_waiting
  on conversation (store_id, assignee_id, coalesce(waiting_since, 'infinity'), id)
  include (labels, waiting_since)
  where place = 'inbox' and status <> 'closed' and merged_into_id is null;
create index conversation__unassigned_waiting on conversation (store_id, coalesce(waiting_since, 'infinity'), id)
  include (labels, waiting_since)
  where place = 'inbox' and status <> 'closed' and assignee_id is null and merged_into_id is null;
