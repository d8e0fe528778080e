-- Gives columns, indexes and policies that no call contains plain names.
alter table idempotency rename column answer to response;
alter table search_word rename column thing to entity;
alter table webhook_event rename column about to record_id;
alter table webhook_event rename column began to transaction_started_at;
alter table webhook_event
  rename constraint webhook_event_business_id_about_type_tx_began_key to webhook_event__once_per_transaction;
alter table webhook rename column renewed_at to secret_renewed_at;
alter table webhook rename column secret_before to previous_secret;
drop trigger audit on webhook;
create trigger audit after insert or update or delete on webhook for each row
  execute function audit_row('secret', 'previous_secret', 'failing_since', 'version');
alter table order_line rename column took_stock to is_stock_deducted;
alter table variant rename column sku_key to folded_sku;
alter table spent_challenge rename to used_passkey_challenge;
alter table used_passkey_challenge rename constraint spent_challenge_pkey to used_passkey_challenge_pkey;
alter table audit_rest rename to audit_default;

do $$
declare
  c record;
begin
  -- The names of NOT NULL constraints exist in some versions of PostgreSQL only.
  for c in
    select conrelid::regclass as table_name, conname as old_name,
      format('%s_%s_not_null', conrelid::regclass, attname) as new_name
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'n' and conrelid = any ('{idempotency,search_word,webhook_event,webhook,order_line,variant,
      used_passkey_challenge}'::regclass[])
  loop
    if c.old_name <> c.new_name then
      execute format('alter table %s rename constraint %I to %I', c.table_name, c.old_name, c.new_name);
    end if;
  end loop;
  for c in
    select indexrelid::regclass as old_name, replace(indexrelid::regclass::text, 'audit_rest', 'audit_default') as new_name
    from pg_index
    where indrelid = 'audit_default'::regclass and indexrelid::regclass::text like 'audit\_rest%'
  loop
    execute format('alter index %s rename to %I', c.old_name, c.new_name);
  end loop;
end $$;

alter index audit__kind rename to audit__entity;
alter index bookmark__place rename to bookmark__position;
alter index idempotency__old rename to idempotency__created;
alter index import__busy rename to import__in_progress;
alter index list_layout__one rename to list_layout__person;
alter index notification__old rename to notification__created;
alter index variant__sku_key rename to variant__folded_sku;
alter index webhook_event__old rename to webhook_event__created;

-- Policies of people, and of the owner of the tables. Two tables had the same policy of the owner twice.
alter policy mine on business rename to person_read;
alter policy mine on membership rename to person_read;
alter policy mine on role rename to person_read;
do $$
declare
  p record;
begin
  for p in
    select polrelid::regclass as table_name, polname as old_name, other.oid is not null as is_duplicate,
      case polcmd when '*' then 'owner_access' when 'r' then 'owner_read' when 'a' then 'owner_insert' else 'owner_delete'
        end as new_name
    from pg_policy policy
    left join lateral (
      select oid
      from pg_policy
      where polrelid = policy.polrelid and policy.polname = 'registry' and polname = 'keeper'
        and polcmd = policy.polcmd and polroles = policy.polroles
    ) other on true
    where polname in ('keeper', 'registry', 'writer', 'forgetter')
    order by polname
  loop
    if p.is_duplicate then
      execute format('drop policy %I on %s', p.old_name, p.table_name);
    else
      execute format('alter policy %I on %s rename to %I', p.old_name, p.table_name, p.new_name);
    end if;
  end loop;
end $$;

-- Their files create them with other names of results. A new database does not have them yet.
drop function if exists audit_violations, audit_stray_rows, current_memberships;

-- Emails that an earlier version enqueued have the time of the request under another name.
do $$
declare
  job record;
  removed record;
begin
  for job in
    select key, run_at, max_attempts
    from graphile_worker.jobs
    where task_identifier = 'account.mail' and key is not null and attempts < max_attempts
  loop
    removed := graphile_worker.remove_job(job.key);
    perform graphile_worker.add_job(
      'account.mail',
      (removed.payload::jsonb - 'askedAt'
        || jsonb_strip_nulls(jsonb_build_object('requestedAt', removed.payload -> 'askedAt')))::json,
      run_at => job.run_at, max_attempts => job.max_attempts, job_key => job.key);
  end loop;
end $$;
