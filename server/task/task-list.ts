import type { Task, TaskCounts, TaskFilter, TaskListQuery, TaskView } from '#contract/desk/task.ts'
import type { Page } from '#contract/lib/call/api.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { listPage, type SqlFragment, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

const maxShownCount = 100

export const storeToday = (tx: Tx) => tx`
  (select (now() at time zone timezone)::date from store where id = current_store())`
const isOpen = 't.completed_at is null and t.deleted_at is null'

/** Tasks join few rows: the person, and the one record that each is about. */
const from = (tx: Tx) => tx`
  task t
  left join person a on a.id = t.assignee_id
  left join "order" o on o.store_id = t.store_id and o.id = t.order_id
  left join product p on p.store_id = t.store_id and p.id = t.product_id
  left join customer c on c.store_id = t.store_id and c.id = t.customer_id`

/** Returns the columns of `Task`. A record that the caller can't read has no name. */
function selectTask(tx: Tx, { abilities }: Principal) {
  const nameOf = (subject: 'order' | 'product' | 'customer', name: string) =>
    hasPermission(abilities, `${subject}:read`) ? name : 'null'
  return tx`
    t.id as "_id", t.title, t.note, t.due_on::text as due_date,
    to_char(t.due_time, 'HH24:MI') as due_time,
    (t.due_on + t.due_time) at time zone
      (select timezone from store where id = current_store()) as due_at,
    t.tags, t.is_important, t.steps, t.completed_at is not null as is_completed,
    t.deleted_at is not null as is_deleted, t.assignee_id,
    coalesce(nullif(a.full_name, ''), a.username, '') as assignee_name,
    t.order_id, t.product_id, t.customer_id,
    coalesce(${tx.unsafe(
      [
        nameOf('order', 'o.number'),
        nameOf('product', 'p.title'),
        nameOf('customer', `nullif(c.name, '')`),
        nameOf('customer', `nullif(c.email, '')`),
        nameOf('customer', 'c.phone'),
      ].join(', '),
    )}, '') as record_name,
    t.source, t.created_by, t.completed_at, t.deleted_at, t.version, t.created_at`
}

export async function getTask(tx: Tx, id: string, principal: Principal): Promise<Task> {
  const [row] = await tx<Task[]>`
    select ${selectTask(tx, principal)} from ${from(tx)} where t.id = ${id}`
  return assertFound(row, 'task_not_found')
}

export const listTasks = (
  tx: Tx,
  query: TaskListQuery,
  principal: Principal,
): Promise<Page<Task>> =>
  listPage<Task>(
    tx,
    {
      key: `task ${JSON.stringify([principal.personId, toFilterKey(query)])}`,
      from: from(tx),
      alias: 't',
      columns: selectTask(tx, principal),
      where: buildTaskConditions(tx, query, principal.personId),
      sorts: {
        due: { expression: 't.due_key', type: 'timestamp' },
        completed: { expression: 't.completed_at', type: 'timestamptz' },
        deleted: { expression: 't.deleted_at', type: 'timestamptz' },
      },
      defaultSort: sortByView[query.view ?? 'open'],
    },
    query,
    principal.storeId,
  )

const toFilterKey = ({ page: _page, perPage: _perPage, after: _after, ...filter }: TaskListQuery) =>
  filter

const sortByView: Record<TaskView, string> = {
  'my-day': 'due',
  upcoming: 'due',
  important: 'due',
  open: 'due',
  completed: '-completed',
  deleted: '-deleted',
}

/** Returns the view and the filters as conditions on `task t`. */
export const buildTaskConditions = (
  tx: Tx,
  { view = 'open', q, tag, assignee, order, product, customer }: TaskFilter,
  personId: string,
): SqlFragment[] => [
  buildViewCondition(tx, view, personId),
  ...(q ? [tx`t.title ilike ${toLikePattern(q)}`] : []),
  ...(tag ? [tx`t.tags @> array[${tag}]::text[]`] : []),
  ...(assignee ? [tx`t.assignee_id = ${assignee}`] : []),
  ...(order ? [tx`t.order_id = ${order}`] : []),
  ...(product ? [tx`t.product_id = ${product}`] : []),
  ...(customer ? [tx`t.customer_id = ${customer}`] : []),
]

function buildViewCondition(tx: Tx, view: TaskView, personId: string): SqlFragment {
  switch (view) {
    case 'my-day':
      return tx`${tx.unsafe(isOpen)} and (
        t.due_on <= ${storeToday(tx)} and (t.assignee_id = ${personId} or t.assignee_id is null)
        or t.is_important and t.assignee_id = ${personId})`
    case 'upcoming':
      return tx`${tx.unsafe(isOpen)} and t.due_on > ${storeToday(tx)}`
    case 'important':
      return tx`${tx.unsafe(isOpen)} and t.is_important`
    case 'completed':
      return tx`t.completed_at is not null and t.deleted_at is null`
    case 'deleted':
      return tx`t.deleted_at is not null`
    default:
      return tx.unsafe(isOpen)
  }
}

export async function countTasks(tx: Tx, personId: string): Promise<TaskCounts> {
  const count = (view: TaskView) => tx`
    (select count(*)::integer from (
      select 1 from task t where ${buildViewCondition(tx, view, personId)}
      limit ${tx.unsafe(String(maxShownCount))}) counted)`
  const [row] = await tx<TaskCounts[]>`
    select ${count('my-day')} as my_day, ${count('upcoming')} as upcoming,
      ${count('important')} as important, ${count('open')} as open,
      (select coalesce(jsonb_agg(jsonb_build_object('tag', tag, 'count', tasks) order by lower(tag)), '[]')
        from (
          select tag, count(*)::integer as tasks
          from (select tags from task t where ${tx.unsafe(isOpen)} limit 10000) open_task
          cross join unnest(open_task.tags) tag
          group by tag order by tasks desc, tag limit 50) used_tag) as tags`
  return assertFound(row)
}

export const listAssignees = (tx: Tx) => tx<{ _id: string; name: string }[]>`
  select m.person_id as "_id", coalesce(nullif(p.full_name, ''), p.username, '') as name
  from membership m join person p on p.id = m.person_id
  where m.store_id = current_store() and m.status = 'active'
  order by lower(p.full_name), m.person_id limit 500`
