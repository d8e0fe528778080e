import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { isOpenTask, storeToday } from './rule/select-task.ts'

/** Notifies each new assignee of these tasks once, but not the person who assigned them. */
export const notifyAssignees = (tx: Tx, ids: readonly string[]) => tx`
  select add_notification('task_assigned', 'task', assigned.first_id,
    case when assigned.count = 1 then jsonb_build_object('count', 1, 'title', assigned.first_title)
      else jsonb_build_object('count', assigned.count) end,
    assigned.assignee_id)
  from (
    select t.assignee_id, count(*)::integer as count, (array_agg(t.id order by t.due_key, t.id))[1] as first_id,
      (array_agg(t.title order by t.due_key, t.id))[1] as first_title
    from task t
    where t.id = any (${[...ids]}::uuid[]) and ${tx.unsafe(isOpenTask)}
      and t.assignee_id is not null and t.assignee_id is distinct from current_person()
    group by t.assignee_id) assigned`

/** Notifies each person whose tasks are due today or overdue, once a day. */
const notifyDueTasks = (tx: Tx) => tx`
  select add_notification('task_due', 'task', due.first_id, jsonb_build_object('count', due.count), due.assignee_id)
  from (
    select t.assignee_id, count(*)::integer as count, (array_agg(t.id order by t.due_key, t.id))[1] as first_id
    from task t
    where t.due_on <= ${storeToday(tx)} and t.assignee_id is not null and ${tx.unsafe(isOpenTask)}
    group by t.assignee_id) due
  where not exists (
    select from notification n
    where n.person_id = due.assignee_id and n.kind = 'task_due'
      and n.created_at >= ${storeToday(tx)}::timestamp at time zone (
        select timezone from store where id = current_store()))`

/** Returns the job that notifies people in the morning of due tasks. */
export const dueTaskJobs = (app: App): JobHandlers => ({
  'task.notifyDue': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string }[]>`select list_stores_with_due_tasks() as store_id`,
    )
    for (const { storeId } of stores) {
      if (abortSignal?.aborted) return
      await withStoreTransaction(app.db, storeId, notifyDueTasks)
    }
  },
})
