-- Names notifications and rate limits by the terms of the glossary.
alter table notice rename to notification;
alter table notice_reader rename to notification_reader;
alter table notice_read rename to notification_read;
alter table attempt rename to rate_limit_bucket;
alter table notification_reader rename column read_to to read_up_to;
alter table notification_read rename column notice_id to notification_id;
alter table rate_limit_bucket rename column whole_at to full_at;

-- The names of NOT NULL constraints exist in some versions of PostgreSQL only. Renaming a primary key renames its index.
do $$
declare
  c record;
begin
  for c in
    select conrelid::regclass as table_name, conname as old_name,
      replace(replace(replace(replace(conname, 'notice', 'notification'), 'attempt', 'rate_limit_bucket'),
        'read_to', 'read_up_to'), 'whole_at', 'full_at') as new_name
    from pg_constraint
    where conrelid = any ('{notification,notification_reader,notification_read,rate_limit_bucket}'::regclass[])
  loop
    execute format('alter table %s rename constraint %I to %I', c.table_name, c.old_name, c.new_name);
  end loop;
end $$;
alter index notice__newest rename to notification__newest;
alter index notice__old rename to notification__old;
alter index notice_read__notice rename to notification_read__notification;

alter function add_domain_notice() rename to add_domain_notification;
alter function add_import_notice() rename to add_import_notification;
alter function add_low_stock_notice() rename to add_low_stock_notification;
alter function add_order_notice() rename to add_order_notification;
alter function add_webhook_left_notices() rename to add_webhook_left_notifications;
alter function add_webhook_off_notice() rename to add_webhook_off_notification;
alter function notify_notices_read() rename to notify_notifications_read;
-- Their files create them under the new names. A new database does not have them yet.
drop function if exists add_notice, delete_old_notices, consume_rate_limit;

alter trigger notice_inserted on "order" rename to notification_inserted;
alter trigger notice_placed on "order" rename to notification_placed;
alter trigger notice_stock on variant rename to notification_stock;
alter trigger notice_import on import rename to notification_import;
alter trigger notice_domain on domain rename to notification_domain;
alter trigger notice_webhook on webhook rename to notification_webhook;
alter trigger notice_webhooks_left on membership rename to notification_webhooks_left;
alter trigger notice_webhooks_stopped on membership rename to notification_webhooks_stopped;
alter trigger notify_notices_read on notification_reader rename to notify_notifications_read;
alter trigger notify_notices_read on notification_read rename to notify_notifications_read;

-- Jobs that an earlier version enqueued and did not finish, by the public functions of the queue. Scheduled jobs of the
-- old names are removed, because the next run does all the work that is due.
do $$
declare
  job record;
  removed record;
begin
  for job in
    select task_identifier as task, key, run_at, max_attempts
    from graphile_worker.jobs
    where key is not null and attempts < max_attempts
      and task_identifier = any ('{account.mail,import.pictures,notice.forget,account.forget,idempotency.forget,
        staff.forget,webhook.forget,import.tidy,disk.tidy,import.rescue}')
  loop
    removed := graphile_worker.remove_job(job.key);
    if job.task = 'account.mail' then
      perform graphile_worker.add_job(
        'account.mail',
        case when removed.payload ->> 'kind' = 'notice'
          then (removed.payload::jsonb - 'notice'
            || jsonb_build_object('kind', 'notification', 'notification', removed.payload ->> 'notice'))::json
          else removed.payload
        end,
        run_at => job.run_at, max_attempts => job.max_attempts, job_key => job.key);
    elsif job.task = 'import.pictures' then
      perform graphile_worker.add_job('import.images', removed.payload,
        run_at => job.run_at, max_attempts => job.max_attempts, job_key => replace(job.key, 'pictures', 'images'));
    end if;
  end loop;
end $$;

-- The code of a value that the database rejects, in problems of imports of every store.
alter table import_problem no force row level security;
update import_problem set code = 'value_rejected' where code = 'refused';
alter table import_problem force row level security;
alter table import_item no force row level security;
update import_item
set problems = (
  select jsonb_agg(case problem ->> 'code' when 'refused' then problem || '{"code": "value_rejected"}' else problem end)
  from jsonb_array_elements(problems) problem
)
where problems @> '[{"code": "refused"}]';
alter table import_item force row level security;
