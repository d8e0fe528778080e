import { findNextTask } from '#contract/desk/repeat.ts'
import type { Tx } from '../lib/db/db.ts'
import { storeToday } from './rule/select-task.ts'

/**
 * Creates the next task of each completed task that repeats. The rule moves to the next task, so that a task
 * that is opened and completed again creates no second one. The caller has locked the rows.
 */
export async function createNextTasks(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx<{ id: string; repeat: string; day: string; today: string }[]>`
    select id, repeat, coalesce(due_on, ${storeToday(tx)})::text as day, ${storeToday(tx)}::text as today
    from task
    where id = any (${[...ids]}::uuid[]) and repeat is not null and deleted_at is null`
  if (rows.length === 0) return
  const next = rows.flatMap(({ id, repeat, day, today }) => {
    const task = findNextTask(repeat, day, today)
    return task ? [{ id, ...task }] : []
  })
  await tx`
    insert into task (title, note, due_on, due_time, tags, is_important, steps, assignee_id,
      order_id, product_id, customer_id, repeat)
    select t.title, t.note, n.day, t.due_time, t.tags, t.is_important,
      (select coalesce(jsonb_agg(step || '{"isDone":false}' order by position), '[]')
        from jsonb_array_elements(t.steps) with ordinality s (step, position)),
      t.assignee_id, t.order_id, t.product_id, t.customer_id, n.repeat
    from task t
    join unnest(
      ${next.map(({ id }) => id)}::uuid[], ${next.map(({ day }) => day)}::date[],
      ${next.map(({ repeat }) => repeat)}::text[]) n (id, day, repeat) on n.id = t.id`
  await tx`update task set repeat = null where id = any (${rows.map(({ id }) => id)}::uuid[])`
}
