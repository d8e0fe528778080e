import type { Task, TaskCounts, TaskFilter, TaskListQuery, TaskView } from '#contract/desk/task.ts'
import type { Page } from '#contract/lib/call/api.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { listPage, type SqlFragment, toLikePattern } from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { isOpenTask, joinTask, selectTask, storeToday } from './rule/select-task.ts'

const maxShownCount = 100

export async function getTask(tx: Tx, id: string, principal: Principal): Promise<Task> {
  const [row] = await tx<Task[]>`
    select ${selectTask(tx, principal)} from ${joinTask(tx)} where t.id = ${id}`
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
      from: joinTask(tx),
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
      return tx`${tx.unsafe(isOpenTask)} and (
        t.due_on <= ${storeToday(tx)} and (t.assignee_id = ${personId} or t.assignee_id is null)
        or t.is_important and t.assignee_id = ${personId})`
    case 'upcoming':
      return tx`${tx.unsafe(isOpenTask)} and t.due_on > ${storeToday(tx)}`
    case 'important':
      return tx`${tx.unsafe(isOpenTask)} and t.is_important`
    case 'completed':
      return tx`t.completed_at is not null and t.deleted_at is null`
    case 'deleted':
      return tx`t.deleted_at is not null`
    default:
      return tx.unsafe(isOpenTask)
  }
}

/** Selects the most frequent tags of open tasks, with the number of their tasks. */
export const selectTagCounts = (tx: Tx) => tx`
  select coalesce(jsonb_agg(jsonb_build_object('tag', tag, 'count', tasks) order by lower(tag)), '[]')
  from (
    select tag, count(*)::integer as tasks
    from (
      select tags from task t where ${tx.unsafe(isOpenTask)} and t.tags <> '{}' limit 10000
    ) open_task
    cross join unnest(open_task.tags) tag
    group by tag order by tasks desc, tag limit 50
  ) used_tag`

export async function countTasks(tx: Tx, personId: string): Promise<TaskCounts> {
  const count = (view: TaskView) => tx`
    (select count(*)::integer from (
      select 1 from task t where ${buildViewCondition(tx, view, personId)}
      limit ${tx.unsafe(String(maxShownCount))}) counted)`
  const [row] = await tx<TaskCounts[]>`
    select ${count('my-day')} as my_day, ${count('upcoming')} as upcoming,
      ${count('important')} as important, ${count('open')} as open,
      (${selectTagCounts(tx)}) as tags`
  return assertFound(row)
}

export const listAssignees = (tx: Tx) => tx<{ _id: string; name: string }[]>`
  select m.person_id as "_id", coalesce(nullif(p.full_name, ''), p.username, '') as name
  from membership m join person p on p.id = m.person_id
  where m.store_id = current_store() and m.status = 'active'
  order by lower(p.full_name), m.person_id limit 500`
