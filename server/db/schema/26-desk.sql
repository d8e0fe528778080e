-- Work of the staff of a store. A person or a rule has created it.
create table task (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  title text not null check (length(title) between 1 and 200),
  note text not null default '',
  -- A day and a time of the clock in the time zone of the store.
  due_on date,
  due_time time,
  -- The order of lists: tasks of a day without a time follow the others, and tasks without a day are last.
  due_key timestamp not null
    generated always as (coalesce(due_on + coalesce(due_time, '24:00'::time), 'infinity')) stored,
  tags text[] not null default '{}',
  is_important boolean not null default false,
  steps jsonb not null default '[]' check (jsonb_array_length(steps) <= 50),
  assignee_id uuid,
  order_id uuid,
  product_id uuid,
  customer_id uuid,
  -- A rule of RFC 5545. Completing the task creates the next one.
  repeat text,
  source text not null default 'person',
  -- Identifies the cause for which a rule has created the task, until the cause ends.
  source_key text,
  created_by uuid default current_person(),
  completed_at timestamptz,
  completed_by uuid,
  -- Since when the task is in the bin.
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check (due_time is null or due_on is not null),
  check (num_nonnulls(order_id, product_id, customer_id) <= 1),
  constraint task__source unique (store_id, source_key),
  foreign key (assignee_id, store_id) references membership (person_id, store_id)
    on delete set null (assignee_id),
  foreign key (store_id, order_id) references "order" on delete set null (order_id),
  foreign key (store_id, product_id) references product on delete set null (product_id),
  foreign key (store_id, customer_id) references customer on delete set null (customer_id)
);
comment on table task is 'Erasure of a customer
by record: order_id
by record: customer_id
delete: title note tags steps
not personal: repeat source source_key';
create index task__open on task (store_id, due_key, id)
  where completed_at is null and deleted_at is null;
create index task__important on task (store_id, due_key, id)
  where is_important and completed_at is null and deleted_at is null;
create index task__assignee on task (store_id, assignee_id, due_key, id)
  where completed_at is null and deleted_at is null;
create index task__completed on task (store_id, completed_at, id)
  where completed_at is not null and deleted_at is null;
create index task__deleted on task (store_id, deleted_at, id) where deleted_at is not null;
create index task__old on task (deleted_at) where deleted_at is not null;
create index task__member on task (assignee_id, store_id) where assignee_id is not null;
create index task__order on task (store_id, order_id, due_key, id) where order_id is not null;
create index task__product on task (store_id, product_id, due_key, id) where product_id is not null;
create index task__customer on task (store_id, customer_id, due_key, id) where customer_id is not null;
select belongs_to_store('task', '{due_key}');
create policy owner_delete on task for delete to current_user using (true);
-- A deletion reads the rows that it deletes.
create policy owner_read on task for select to current_user using (true);
