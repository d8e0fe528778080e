drop trigger audit on task;
drop trigger refuse_undone on task;
drop policy own_store on task;
alter table task drop constraint task__source, drop column source_key, add column source_id uuid;
comment on table task is 'Erasure of a customer
by record: order_id
by record: customer_id
delete: title note tags steps
not personal: repeat source';
create unique index task__source on task (store_id, source, source_id) where source_id is not null;
select belongs_to_store('task', '{due_key,source_id}');

-- Which rules create tasks, and who gets these tasks. A rule without a row is off.
create table task_rule (
  store_id uuid not null default current_store() references store on delete cascade,
  rule text not null,
  is_on boolean not null,
  assignee_id uuid,
  updated_at timestamptz not null default now(),
  primary key (store_id, rule),
  -- The tasks of a former staff member are unassigned.
  foreign key (assignee_id, store_id) references membership (person_id, store_id)
    on delete set null (assignee_id)
);
comment on table task_rule is 'Erasure of a customer
not personal: rule';
create index task_rule__member on task_rule (assignee_id, store_id) where assignee_id is not null;
select belongs_to_store('task_rule', '{updated_at}');
-- For list_stores_with_task_rules(), which runs as the owner.
create policy owner_read on task_rule for select to current_user using (true);
