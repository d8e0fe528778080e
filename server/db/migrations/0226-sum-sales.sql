drop function fold_sales(integer);
-- The job `sales.sum` does the work of its waiting ones.
select from graphile_worker.complete_jobs(
  array(select id from graphile_worker.jobs where task_identifier = 'sales.fold'));
